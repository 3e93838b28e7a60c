import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync } from 'node:fs';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { createMemoryProfile, type MemoryProfile } from '../client/persistence/memory-adapter.ts';
import type { RecordsPort, SettingsPort } from '../ports/storage.ts';
import { libraryLimits } from './limits.ts';

type Changes = Parameters<RecordsPort['write']>[1];
type Entry =
  | { readonly user: string; readonly changes: Changes }
  | { readonly wipe: string }
  | { readonly key: string; readonly text: string | null };

/** What a program stores: as a browser's profile. */
export interface ProgramProfile {
  readonly records: RecordsPort;
  readonly settings: SettingsPort;
  readonly lock: MemoryProfile['lock'];
  close(): void;
}

const FILE = 'client.journal';

const lineOf = (entry: Entry): string => `${serialize(entry).toString('base64')}\n`;

/** Without the last line if a crash cut it. */
function entriesIn(path: string): readonly Entry[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'latin1').split('\n').slice(0, -1);
  return lines.map((line) => deserialize(Buffer.from(line, 'base64')) as Entry);
}

/**
 * A profile in memory with a journal of its changes in one file: a message in the outbox outlives the
 * program. One program at a time uses a folder.
 */
export async function openFolder(folder: string): Promise<ProgramProfile> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE);
  const memory = createMemoryProfile();
  const settings = memory.settings();
  for (const entry of entriesIn(path)) await applied(memory.records, settings, entry);
  const journal = new Journal(path, memory, settings);
  return {
    lock: memory.lock,
    close: () => journal.close(),
    records: {
      ...memory.records,
      write: async (user, changes, when) => {
        const isDone = await memory.records.write(user, changes, when);
        if (isDone) journal.add({ user, changes });
        return isDone;
      },
      wipe: async (user) => {
        await memory.records.wipe(user);
        journal.add({ wipe: user });
      },
    },
    settings: {
      ...settings,
      set: (key, text) => {
        settings.set(key, text);
        journal.add({ key, text });
      },
    },
  };
}

async function applied(records: RecordsPort, settings: SettingsPort, entry: Entry): Promise<void> {
  if ('wipe' in entry) await records.wipe(entry.wipe);
  else if ('key' in entry) settings.set(entry.key, entry.text);
  else await records.write(entry.user, entry.changes);
}

class Journal {
  #file = -1;
  #bytes = 0;

  constructor(
    private readonly path: string,
    private readonly memory: MemoryProfile,
    private readonly settings: SettingsPort,
  ) {
    this.#rewrite();
  }

  /** On the disk when this returns. */
  add(entry: Entry): void {
    if (this.#file < 0) return;
    this.#write(lineOf(entry));
    if (this.#bytes > libraryLimits.journalBytesMax) this.#rewrite();
  }

  close(): void {
    if (this.#file >= 0) closeSync(this.#file);
    this.#file = -1;
  }

  #write(lines: string): void {
    writeFileSync(this.#file, lines);
    fdatasyncSync(this.#file);
    this.#bytes += lines.length;
  }

  /** Only the newest values, in a new file that replaces the old one at once. */
  #rewrite(): void {
    this.close();
    const fresh = `${this.path}.new`;
    this.#file = openSync(fresh, 'w');
    const keys = this.settings.keys().map((key) => lineOf({ key, text: this.settings.get(key) }));
    const rows = this.memory.everything().map(([name, value]) => {
      const [user = '', store = '', ...key] = name.split(' ');
      return lineOf({ user, changes: [{ store, key: key.join(' '), value }] });
    });
    this.#write([...keys, ...rows].join(''));
    renameSync(fresh, this.path);
    this.#bytes = 0;
  }
}
