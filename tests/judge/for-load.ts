/** Exports for `npm run load`, which records the history of its users and has it checked. */
export { readChat } from './ask.ts';
export { judge } from './judge.ts';
export { Recorder } from './recorder.ts';
