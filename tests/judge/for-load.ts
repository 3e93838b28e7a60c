/** What `npm run load` needs to keep a history of its people and have it judged. */
export { readChat } from './ask.ts';
export { judge } from './judge.ts';
export { Recorder } from './recorder.ts';
