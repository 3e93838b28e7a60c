// Takes from a folder of installed packages what no running server reads: `node src/tools/trim.mjs <folder>`.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const READ_BY_PEOPLE = /\.(?:map|md|markdown|d\.[cm]?ts|ts|gyp)$/i;
const PREBUILT = /\/prebuilds\/([a-z0-9]+-[a-z0-9]+)(?:\/|$)/;

/**
 * Sources and notes for people, and programs for other machines.
 *
 * @param {string} path below `node_modules`, with `/`
 */
export function isDeadWeight(path, machine = `${process.platform}-${process.arch}`) {
  const platform = PREBUILT.exec(path)?.[1];
  if (platform !== undefined && platform !== machine) return true;
  if (path.endsWith('.musl.node') && machine.startsWith('linux')) return true;
  return READ_BY_PEOPLE.test(path) || /@photostructure\/sqlite\/src(?:\/|$)/.test(path);
}

/** @param {string} folder @param {string} below */
function trim(folder, below = '') {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = `${below}/${entry.name}`;
    if (isDeadWeight(path)) rmSync(join(folder, path), { recursive: true });
    else if (entry.isDirectory()) trim(folder, path);
  }
}

const [, script = '', folder] = process.argv;
if (script.endsWith('trim.mjs') && folder !== undefined) trim(folder);
