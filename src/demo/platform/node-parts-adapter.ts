import { hexOf, hmac, sha256, textBytes } from './sha256.ts';

/**
 * In a page these stand in for the few parts of Node that the server core and the simulator name. The
 * build for pages puts this file in the place of `node:crypto`, `node:fs` and `node:path`.
 */
interface Digest {
  update(text: string): Digest;
  digest(as: 'hex'): string;
}

const digestOf = (end: (text: string) => Uint8Array): Digest => {
  const parts: string[] = [];
  const digest: Digest = {
    update: (text) => {
      parts.push(text);
      return digest;
    },
    digest: () => hexOf(end(parts.join(''))),
  };
  return digest;
};

export const createHash = (_name: 'sha256'): Digest => digestOf((text) => sha256(textBytes(text)));
export const createHmac = (_name: 'sha256', key: string): Digest =>
  digestOf((text) => hmac(textBytes(key), textBytes(text)));

/** A page has no folders and no files: its database is in memory. */
const nothing = (path: string): never => {
  throw new Error(`a page has no folder or file ${path}`);
};
export {
  nothing as accessSync,
  nothing as chmodSync,
  nothing as closeSync,
  nothing as copyFileSync,
  nothing as existsSync,
  nothing as fstatSync,
  nothing as fsyncSync,
  nothing as mkdirSync,
  nothing as openSync,
  nothing as readFileSync,
  nothing as readSync,
  nothing as statfsSync,
  nothing as writeSync,
};
export const constants = { O_RDWR: 0, O_CREAT: 0, W_OK: 0 };
export const dirname = (path: string): string => path.replace(/\/?[^/]*$/, '') || '.';
export const join = (...parts: readonly string[]): string => parts.join('/');
