import { DEFAULT_GROUP_SETTING } from '../../domain/contact.ts';
import type { UserRow } from '../../ports/store.ts';
import { insertGroup, groupName } from '../features/groups/found.ts';
import { withFacts } from '../kernel/bilingual.ts';
import { Refusal } from '../kernel/refusal.ts';
import { AdminError, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { ANSWERS } from './answers.ts';
import { accounts } from './people.ts';

/** The user named, otherwise the first administrator. */
async function ownerOf(admin: Admin, [option, account = '']: readonly string[]): Promise<UserRow> {
  if (option !== undefined && option !== '--owner')
    throw new AdminError(withFacts(ANSWERS.noOption, { name: option }));
  const first = (await accounts(admin)).find(({ role }) => role === 1)?.account ?? '';
  const owner = await admin.store.read((tx) => tx.users.byAccount(option === undefined ? first : account));
  if (owner?.active !== true) throw new AdminError(ANSWERS.noOwner);
  return owner;
}

/** A group before its first members come, for `sysInfo.welcomeGroup` (FIRST-4). */
export const GROUPS: readonly AdminCommand[] = [
  {
    words: 'group create',
    takes: '<name> [--owner <account>]',
    help: 'creates a group whose new members see earlier messages; its owner is the first administrator',
    run: async (admin, given) => {
      const name = groupName(need(given, 0, 'name'));
      if (name instanceof Refusal) return name;
      const { id: owner } = await ownerOf(admin, given.slice(1));
      const group = await change(admin, 'group create', async (tx, record, tell) => {
        const setting = { ...DEFAULT_GROUP_SETTING, history: true };
        const made = await insertGroup(admin, tx, record, { owner, others: [], name, setting });
        tell({ about: `group ${made}` });
        return made;
      });
      return [withFacts(ANSWERS.groupMade, { group })];
    },
  },
];
