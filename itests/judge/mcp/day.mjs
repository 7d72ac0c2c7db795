// A client that does a working day of forty steps through the tools alone: day.mjs URL DAY SINCE
// It knows nothing but these: where it was before it was killed, one resume call tells. The number of the last step that it
// noted is in its newest note; what it did behind that is done again under the same key, which does nothing twice.
import { connect } from './tool-client.mjs';

export const STEPS = 40;
/** A call interrupts the day; what is done until its end is done on it. */
export const CALL = 17;
export const HANG_UP = 22;
export const MOST_TOKENS = 600;

/** What each step does. */
export const kind = (step) => {
    if (step === 1) return 'begin';
    if (step === STEPS) return 'end';
    if (step === CALL) return 'call';
    if (step === HANG_UP) return 'hang up';
    return ['note', 'case', 'item', 'toggle'][step % 4];
};

const work = async (url, day, since) => {
    const { call, close } = await connect(url, `client ${day}`);
    const must = async (name, args) => {
        let answer = await call(name, args);
        // The killed client's own request may still be under way.
        for (let patience = 600; patience > 0 && answer.data?.code === 'idempotency_in_flight'; patience--) {
            await new Promise((done) => setTimeout(done, 100));
            answer = await call(name, args);
        }
        if (answer.status >= 300) throw new Error(`${name} ${JSON.stringify(args)}: ${answer.text}`);
        return answer;
    };
    const { data: resumed, text } = await must('stack', { operation: 'resume', since });
    // Counted by who started the client: a tokenizer loads longer than a day takes.
    console.log(`resumed ${text}`);
    let id = null;
    let callId = null;
    let from = 1;
    if (resumed.current !== null) {
        // during a call the day lies below it
        const calling = resumed.current.label.startsWith('Call');
        id = calling ? resumed.stack[0].id : resumed.current.id;
        callId = calling ? resumed.current.id : null;
        from = Math.max(2, calling ? CALL : 0, ...resumed.notes.map((note) => Number(note.text.split(' ')[0]) + 1));
    } else if (resumed.changes.some(({ label, status }) => label === `Day ${day}` && status === 'completed')) {
        from = STEPS + 1;
    }
    for (let step = from; step <= STEPS; step++) {
        const idempotency_key = `${day}-${step}`;
        const on = step > CALL && step < HANG_UP ? callId : id;
        const list = (action, params) =>
            must('lists', { operation: 'execute', id: on, name: 'Plan', action, params, idempotency_key });
        switch (kind(step)) {
            case 'begin':
                id = (await must('stack', { operation: 'interrupt', label: `Day ${day}`, idempotency_key })).data.task.id;
                break;
            case 'note':
                await must('notes', { operation: 'add', id: on, note: `${step} is done.`, idempotency_key });
                break;
            case 'case':
                await must('cases', { operation: 'create', label: `Work ${day}-${step}`, idempotency_key });
                break;
            case 'item':
                await list('add', { text: `item ${step}` });
                break;
            case 'toggle':
                await list('toggle', { index: 0 });
                break;
            case 'call':
                callId = (await must('stack', { operation: 'interrupt', label: `Call ${day}`, idempotency_key })).data.task.id;
                break;
            default:
                await must('stack', { operation: 'complete', resolution: `${step}: ${kind(step)}`, idempotency_key });
        }
        console.log(`step ${step}`);
    }
    await close();
    console.log('done');
};

if (import.meta.filename === process.argv[1]) {
    await work(process.argv[2], process.argv[3], Number(process.argv[4]));
}
