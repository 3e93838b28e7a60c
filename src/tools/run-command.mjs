import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a command from the root and waits for its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, silent?: boolean, env?: Record<string, string>, timeoutMs?: number }} [options]
 *   `quiet` keeps the output back and shows it only when the command fails; `silent` not even then
 * @returns {Promise<{ code: number, output: string }>} a command that cannot start, is killed or runs
 *   into the time limit has code 1
 */
export function spawnCommand(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.quiet === true ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    });
    let output = '';
    const keep = (/** @type {Buffer} */ part) => {
      output += part.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const end = (/** @type {number} */ code) => {
      if (code !== 0 && options.quiet === true && options.silent !== true) process.stderr.write(output);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`;
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

/**
 * Runs a command that came with the dependencies.
 *
 * @param {string} name of a file in `node_modules/.bin`
 * @param {readonly string[]} args
 * @param {Parameters<typeof spawnCommand>[2]} [options]
 */
export function spawnInstalled(name, args, options) {
  return spawnCommand(`${root}node_modules/.bin/${name}`, args, options);
}

/**
 * @param {string} line
 * @returns {never}
 */
export function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
