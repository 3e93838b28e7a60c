import { existsSync } from 'node:fs';
import { root, spawnCommand } from './run-command.mjs';

/** The newest long-term release, which the documents recommend. */
export const recommended = '26.10.0';

/**
 * Its program, fetched once from the package registry; null where that cannot be.
 *
 * @returns {Promise<string | null>}
 */
export async function newerNode() {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = `${root}.cache/node-${recommended}`;
  const program = `${folder}/node_modules/${name}/bin/node`;
  if (existsSync(program)) return program;
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${name}@${recommended}`,
  ];
  const { code } = await spawnCommand('npm', args, { quiet: true, silent: true, timeoutMs: 120_000 });
  return code === 0 && existsSync(program) ? program : null;
}
