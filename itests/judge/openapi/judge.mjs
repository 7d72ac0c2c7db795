// Holds the document of the API against what others understand of it and against what the service really does.
import { join } from 'node:path';
import { Client } from './client.mjs';
import { Document } from './document.mjs';
import { bySchema, byLinter } from './schema.mjs';
import { Service } from './service.mjs';
import { compiled } from './typescript.mjs';
import { RandomRequests, sent } from './random.mjs';
import { refused } from './refusals.mjs';
import { walk } from './walk.mjs';

const [, , distribution, root] = process.argv;
const here = import.meta.dirname;
const service = await Service.start(distribution, root, join(here, 'work'));
const sections = [];

/** What is only ever refused here: every bundle was shipped, so there is nothing to go back to or to take out. */
const REFUSED = ['operations.rollback', 'operations.undeploy'];
try {
  const fetched = await fetch(service.url + '/inspect/openapi.json', { headers: { accept: 'application/json' } });
  const document = new Document(await fetched.json());
  const client = new Client(service, document);
  const found = await walk(client, distribution);
  const unvisited = document.operations.filter((o) => !client.succeeded.has(o.id) && !REFUSED.includes(o.id)).map((o) => `${o.id} was never answered with a success`);
  sections.push([`of ${client.answers} answers of ${document.operations.length} operations`, [...lines(client.wrong), ...unvisited]]);

  const unknown = new Client(service, document);
  const { faults, compared } = await refused(unknown, document, pools(found));
  sections.push([`of what ${compared.members} refusals of unknown members and ${compared.parameters} of unknown parameters call allowed`,
    [...faults, ...lines(unknown.wrong)]]);

  const seed = Number(process.env.JUDGE_SEED ?? 20260131);
  const count = Number(process.env.JUDGE_REQUESTS ?? 1000);
  const random = new Client(service, document);
  const requests = new RandomRequests(document, pools(found));
  const failed = await sent(random, requests, requests.sample(count, seed));
  const statuses = [...random.statuses].sort().map(([status, n]) => `${n} ${status}`).join(' ');
  sections.push([`of ${random.answers} random requests (seed ${seed}: ${statuses})`, [...failed, ...lines(random.wrong)]]);
  sections.unshift(['by the schema of OpenAPI', await bySchema(document)], ['of the linter', byLinter(document, here)],
    ['of the compiler on uses of a TypeScript client', compiled(here)]);
} finally {
  await service.stop();
}

/** What is there, by the name of the schema that speaks of it. */
function pools({ cases, templates, notes, repo }) {
  return { CaseId: cases, CaseIdOfLists: cases, TemplateId: templates, NotePlace: notes, RepositoryName: [repo],
    FilePath: ['src/Greeter.java', 'src', 'logo.bin'], Slug: ['handbook'], ChecklistName: ['Door', 'door'] };
}

function lines(wrong) {
  return wrong.map(({ id, target, faults }) => `${id} ${target.slice(0, 100)}: ${faults.join(' | ')}`);
}

for (const [name, faults] of sections) {
  console.log(`--- ${name}: ${faults.length} faults`);
  faults.slice(0, 60).forEach((fault) => console.log(fault.length > 700 ? fault.slice(0, 700) + '…' : fault));
}
console.log(sections.map(([name, faults]) => `${faults.length} faults ${name}`).join(', '));
process.exitCode = sections.some(([, faults]) => faults.length > 0) ? 1 : 0;
