import { SETTINGS, defaultSetting } from '../../src/server/admin/settings/settings.ts';
import { settingText } from '../../src/server/admin/settings/value.ts';
import { executeAdmin } from '../../src/server/admin/run.ts';
import { storeOfNode } from './node-store.ts';
import type { Life } from './node-store.ts';
import { passwordsIn } from './node.ts';
import type { Ground } from './node.ts';
import { createProcessClock } from '../time/process-clock.ts';

/** The operator: runs the commands of `npm run admin` beside the running nodes. */
export interface Ruler {
  /** Answers the lines that the command prints; a fault is one line. Rejects where the database does. */
  execute(...words: readonly string[]): Promise<CommandOutput>;
  /** Creates a registration code. */
  invite(): Promise<string>;
  /** Sets one field of the configuration. */
  configure(name: string, value: string): Promise<CommandOutput>;
  /** Restores all settings, and unlocks all accounts. */
  settle(accounts: readonly string[]): Promise<void>;
}

interface CommandOutput {
  readonly exit: 0 | 1;
  readonly lines: readonly string[];
}

/** A process for each command alone, never killed. */
const ALIVE: Life = { name: 'ruler', dead: false, trap: null, die: () => undefined };

export function createRuler({ around, store, recorder, environment, log }: Ground): Ruler {
  const chance = around.chance.fork('ruler');
  const admin = {
    store: storeOfNode(store, ALIVE, around, chance.fork('store'), recorder),
    clock: createProcessClock(around.clock),
    ids: chance.fork('ids').ids(),
    passwords: passwordsIn({ ...around, chance: chance.fork('passwords') }),
    registration: environment.settings.registration,
    // Else regauth could not be set, and a World refuses registration by it.
    hasMail: true,
    hasLdap: false,
    address: 'http://parley.test',
    hasPublicUrl: false,
    log,
    who: 'ruler',
    files: () => Promise.reject(new Error('whoever rules takes no files out of a World')),
    save: () => Promise.reject(new Error('a World has no folder')),
  };
  const changed = new Set<string>();
  const disabled = new Set<string>();
  const execute: Ruler['execute'] = (...words) => {
    if (words[1] === 'disable' || words[3] === 'disable') disabled.add(words[2] ?? '');
    const news = words[1] === 'publish' ? `<h3>${words[2]}</h3>${words[3]}` : null;
    if (news !== null) recorder.announcing.add(news);
    // An operator who reads that the database is unavailable would retry later.
    return executeAdmin(admin, words)
      .then(
        (output) => {
          if (output.exit === 0)
            for (const count of [1, 2]) around.count(`command: ${words.slice(0, count).join(' ')}`);
          return output;
        },
        (error: unknown): CommandOutput => ({ exit: 1, lines: [String(error)] }),
      )
      .finally(() => news !== null && recorder.announcing.delete(news));
  };
  return {
    execute,
    invite: async () => /[A-Z2-9]{8}/.exec((await execute('invite')).lines[0] ?? '')?.[0] ?? '',
    configure: async (name, value) => {
      changed.add(name);
      const output = await execute('settings', 'set', name, value);
      if (output.exit === 0) around.count(`setting: ${name}`);
      return output;
    },
    settle: async (accounts) => {
      for (const setting of SETTINGS)
        if (changed.has(setting.key))
          await execute('settings', 'set', setting.key, settingText(defaultSetting(setting)));
      if (disabled.size > 0) for (const account of accounts) await execute('user', 'enable', account);
    },
  };
}
