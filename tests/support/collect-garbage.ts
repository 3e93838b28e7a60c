import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Statements of a closed database hold it until they are collected; a process of its own would just end. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise(setImmediate);
  }
}
