import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { RunOptions } from '../../simulator/run/run.ts';

/** A build of the simulator in which bugs can be switched on. */
export interface SimulatorBuild {
  readonly folder: string;
  /** The exports of all its modules in one object. */
  readonly exports: unknown;
  /** Removes the folder. */
  readonly remove: () => void;
}

/** @param paths of modules, without `simulator/` and the ending */
export async function buildSimulator(paths: readonly string[]): Promise<SimulatorBuild> {
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(join(resolve('.cache'), 'simulator-'));
  await build({
    configFile: 'src/tools/simulator.vite.config.mjs',
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      rolldownOptions: { input: paths.map((path) => `simulator/${path}.ts`) },
    },
  });
  const files = paths.map((path) => join(folder, `${path.slice(path.lastIndexOf('/') + 1)}.js`));
  const loaded = await Promise.all(files.map((file) => import(pathToFileURL(file).href) as Promise<object>));
  return {
    folder,
    exports: Object.assign({}, ...loaded) as unknown,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Switches a planted bug on, or all off. */
export const plant = (name: string | null): void => void Object.assign(globalThis, { plantedBug: name });

/** A World of three clients and two nodes with every fault. */
export const small = (seed: number, more: Partial<RunOptions> = {}): RunOptions => ({
  seed,
  clients: 3,
  nodes: 2,
  steps: 60,
  hours: null,
  faults: 'all',
  ...more,
});
