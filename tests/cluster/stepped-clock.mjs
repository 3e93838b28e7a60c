// Loaded before a node of the cluster test. Its wall clock can be stepped while it runs, and clocks for
// durations stay unchanged.
import { readFileSync } from 'node:fs';

const file = process.env['CLOCK_STEP_FILE'] ?? '';
const RealDate = Date;
const realNow = Date.now.bind(Date);
let stepMs = 0;

function read() {
  try {
    stepMs = Number(readFileSync(file, 'utf8'));
  } catch {
    // The file does not exist before the first step.
  }
}

read();
process.on('SIGUSR2', read);
Date.now = () => realNow() + stepMs;
globalThis.Date = new Proxy(RealDate, {
  construct(target, args, made) {
    return /** @type {object} */ (Reflect.construct(target, args.length === 0 ? [Date.now()] : args, made));
  },
});
