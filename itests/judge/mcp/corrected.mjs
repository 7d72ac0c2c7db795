// What a client that understands nothing but the words of a refusal does next.

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Where a fault is: ["params", "index"] of /params/index, ["limit"] of ?limit and of an argument limit. */
const placeOf = ({ argument, pointer = '' }) => (argument ? [argument] : pointer.split(/[/?]/).filter((part) => part !== ''));

const similarName = (sentence) => /did you mean ([^\s?]+)\?/.exec(sentence)?.[1];

/** The object of the call that holds a place, and the name in it. */
const holderOf = (call, place) => {
    let holder = call;
    for (const part of place.slice(0, -1)) {
        if (!isObject(holder[part])) holder[part] = {};
        holder = holder[part];
    }
    return [holder, place.at(-1)];
};

/** A value in the type that a fault asks for; undefined if the value does not tell. */
const converted = (value, allowed) => {
    if (allowed === 'string' && typeof value === 'number') return String(value);
    if (allowed === 'integer' && typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value);
    if (allowed === 'array' && value !== null && !Array.isArray(value)) return [value];
    if (Array.isArray(allowed) && typeof value === 'string') return allowed.find((each) => typeof each === 'boolean' && String(each) === value);
    return undefined;
};

/** The value that a fault of a value wants in place of a given one; undefined if its words do not tell. */
const wanted = (value, { message, allowed }, known) => {
    const choices = Array.isArray(allowed) ? allowed : [];
    const bounds = isObject(allowed) ? [allowed.gte, allowed.lte] : /from (\d+) to (\d+)/.exec(message)?.slice(1).map(Number);
    if (similarName(message)) return similarName(message);
    if (bounds && Number.isFinite(Number(value))) return Math.min(Math.max(Number(value), bounds[0]), bounds[1]);
    const truths = / is true or false/.test(message) ? [true, false] : allowed;
    return converted(value, truths) ?? (choices.length === 0 || choices.includes(known) ? known : undefined);
};

/** Mends what a refusal lists as faults, one by one. */
const mended = (next, faults, known) => {
    const left = [];
    for (const fault of faults) {
        const { message } = fault;
        const [holder, name] = holderOf(next, placeOf(fault));
        const value = holder[name];
        const isUnknown = / has no argument |there is no field /.test(message);
        const around = /; give it in (\S+)$/.exec(message)?.[1];
        if (isUnknown || /: leave it out/.test(message)) {
            delete holder[name];
            if (isUnknown && around) next[around] = { ...next[around], [name]: value };
            else if (isUnknown && similarName(message)) holder[similarName(message)] ??= value;
            else if (isUnknown) left.push(value);
        }
    }
    for (const fault of faults.filter(({ message }) => / is required$| needs \S+$|^give \S+$|: give it$/.test(message))) {
        const [holder, named] = holderOf(next, placeOf(fault));
        // One of several is required: the message names the first.
        const name = [named, ...(Array.isArray(fault.allowed) ? fault.allowed : [])].find((each) => each in known) ?? named;
        holder[name] ??= known[name] ?? left.shift();
    }
    for (const fault of faults.filter(({ code }) => ['type', 'value', 'enum', 'bounds', 'format'].includes(code))) {
        const [holder, name] = holderOf(next, placeOf(fault));
        const value = name in holder ? wanted(holder[name], fault, known[name]) : undefined;
        if (value !== undefined) holder[name] = value;
    }
};

/** Mends a call whose refusal says in a sentence what is not there, or what was expected. */
const mendedBySentence = (next, { error, version, current, allowed, available }, known) => {
    const said = error.toLowerCase();
    const choices = allowed ?? available;
    for (const name of new Set([...Object.keys(next), ...Object.keys(known)])) {
        const value = next[name];
        const isNamed = [`${name.replaceAll('_', '-')} `, `${name} names `].some((each) => said.includes(each));
        const isValueNamed = ['string', 'number'].includes(typeof value)
            && new RegExp(`(^|[\\s(])${String(value).replace(/\W/g, '\\$&')}([\\s;,)]|$)`).test(error);
        if (version !== undefined && (isNamed || isValueNamed)) next[name] = version;
        else if (current?.id && isValueNamed) next[name] = current.id;
        else if (isValueNamed && similarName(error)) next[name] = similarName(error);
        else if ((isValueNamed || isNamed) && name in known && (!choices || choices.includes(known[name]))) next[name] = known[name];
    }
};

/**
 * The next call, derived from the words and data of a refusal alone; undefined if they tell nothing.
 *
 * @param known what the client could give if it were told to: values by the names of arguments and members
 */
export const corrected = (args, refusal, known) => {
    const next = structuredClone(args);
    if (refusal.errors) mended(next, refusal.errors, known);
    else mendedBySentence(next, refusal, known);
    return JSON.stringify(next) === JSON.stringify(args) ? undefined : next;
};
