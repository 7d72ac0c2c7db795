/** What views of the console share: it is bundled into each of them. */
export { type Console, type Reply, refusal } from './console.ts';
export * from './format.ts';
export * from './merkle.ts';
export * from './plot.tsx';
export * from './poll.ts';
export * from './traffic.ts';
