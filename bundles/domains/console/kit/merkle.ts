/** A leaf of a seal, as `/inspect/seal/<root>/proof/<seq>` has it. */
export interface Leaf {
  boundary: string;
  in: string | null;
  out: string | null;
  seq: number;
  status: string;
  type_addr: string;
  hash: string;
}

export interface Proof {
  root: string;
  size: number;
  seq: number;
  leaf: Leaf;
  path: string[];
}

const HEX = /^[0-9a-f]{64}$/;

/**
 * Why a proof does not lead from its leaf to this root; empty if it does. Hashes are computed here: SHA-256 over the byte
 * 0 and the canonical JSON of the leaf (RFC 8785), then up the tree (RFC 9162, 2.1.3.2).
 */
export async function fault(proof: Proof, root: string): Promise<string> {
  const { boundary, in: input, out, seq, status, type_addr } = proof.leaf;
  // Keys in the order of RFC 8785; their values are plain text and a small number, which JSON.stringify writes canonically.
  const leaf = new TextEncoder().encode(JSON.stringify({ boundary, in: input, out, seq, status, type_addr }));
  let hash = await sha256(0, leaf);
  if (hex(hash) !== proof.leaf.hash) {
    return 'the hash of the leaf is not that of its members';
  }
  if (seq !== proof.seq || seq < 0 || seq >= proof.size || !proof.path.every((each) => HEX.test(each))) {
    return 'the proof is none of such a tree';
  }
  let at = seq;
  let last = proof.size - 1;
  for (const sibling of proof.path.map(bytes)) {
    if (last === 0) {
      return 'the path is too long';
    }
    if (at % 2 === 1 || at === last) {
      hash = await sha256(1, sibling, hash);
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = await sha256(1, hash, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last !== 0 ? 'the path is too short' : hex(hash) === root ? '' : 'the path leads to another root';
}

async function sha256(prefix: number, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const whole = new Uint8Array(1 + parts.reduce((length, part) => length + part.length, 0));
  whole[0] = prefix;
  let from = 1;
  for (const part of parts) {
    whole.set(part, from);
    from += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(hash: Uint8Array): string {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
