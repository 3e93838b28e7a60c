// Loaded before a node of the cluster test: its wall clock can be stepped while it runs. What measures
// durations goes on as it was.
import { readFileSync } from 'node:fs';

const file = process.env['CLOCK_STEP_FILE'] ?? '';
const RealDate = Date;
const realNow = Date.now.bind(Date);
let stepMs = 0;

function read() {
  try {
    stepMs = Number(readFileSync(file, 'utf8'));
  } catch {
    // Not stepped yet.
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
