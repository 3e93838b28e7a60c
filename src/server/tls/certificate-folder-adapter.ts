import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certificate, CertificateStore } from '../../ports/certificates.ts';

/** Only the server's own user reads what is in it (TLS-3). */
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];

/** Written beside and put in place as a whole: a power cut leaves the old or the new. */
export async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const file = join(folder, name);
  await writeFile(`${file}.new`, text, { mode: FILE_MODE, flush: true });
  await rename(`${file}.new`, file);
}

export async function readIfThere(folder: string, name: string): Promise<string | null> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores a certificate with its key in one file of the folder, so that neither exists without the other. */
export function certificateFolder(
  folder: string,
  names: readonly string[],
  directory: string,
): CertificateStore {
  // The name depends on the authority, so that a certificate of another one, such as a test's, is ignored.
  const name = `${createHash('sha256').update(directory).digest('hex').slice(0, 12)}.pem`;
  return {
    async read() {
      const text = await readIfThere(folder, name);
      return text === null ? null : certificateIn(text, names);
    },
    keep: ({ key, chain }) => writeWhole(folder, name, `${key.trim()}\n${chain.trim()}\n`),
  };
}

/** Null for a text that was cut off, is about other names, or whose key is another's. */
export function certificateIn(text: string, names: readonly string[]): Certificate | null {
  const blocks = text.match(/-----BEGIN [A-Z ]+-----[\s\S]*?-----END [A-Z ]+-----/g) ?? [];
  const key = blocks.find((block) => block.includes('PRIVATE KEY')) ?? '';
  const chain = blocks.filter((block) => block.includes('BEGIN CERTIFICATE')).join('\n');
  try {
    const first = new X509Certificate(chain);
    const fits = names.every((name) => first.checkHost(name, { subject: 'never' }) !== undefined);
    if (!fits || !first.checkPrivateKey(createPrivateKey(key))) return null;
    return {
      names,
      key,
      chain,
      fromMs: Date.parse(first.validFrom),
      untilMs: Date.parse(first.validTo),
    };
  } catch {
    return null;
  }
}
