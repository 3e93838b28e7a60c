import type { UserId } from '../../../domain/ids.ts';
import { withoutMark } from '../../../domain/bots.ts';
import { COMMAND_NAMES } from '../../../domain/commands.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { BotProgramRow } from '../../../ports/store/bots.ts';
import type * as calls from '../../../wire/calls/bots.ts';
import { isMemberAccess, writeAccess } from '../../access/conversation.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { ownBot } from '../bots/bots.ts';
import type { SignedIn } from '../context.ts';
import type { Body } from './hooks.ts';
import { isHookAddress, newSecret } from './outgoing.ts';
import { activeBot } from './post-words.ts';

/** COMMAND-9. The secret is shown once. */
export async function saveProgram(
  { core, session: { user: owner } }: SignedIn,
  { id, url, dialect, commands, renew }: Body<typeof calls.setBotProgram>,
): Promise<EndpointAnswer | Refusal> {
  if (core.config().demonMode) return new Refusal('demoMode');
  if (url !== '' && !isHookAddress(core, url)) return new Refusal('hookAddress');
  const names = [...COMMAND_NAMES, ...commands.map(({ name }) => name)];
  if (new Set(names).size < names.length) return new Refusal('commandName');
  const fresh = newSecret(core);
  const secret = await command(core, async (tx) => {
    const bot = await ownBot(tx, owner, id);
    if (bot instanceof Refusal) return bot;
    const { user } = bot;
    const before = await tx.programs.get(user);
    if (url === '') await tx.programs.remove(user);
    else {
      const kept = renew ? undefined : before?.secret;
      await tx.programs.save({ user, url, secret: kept ?? fresh, dialect, commands });
    }
    const facts = { commands: url === '' ? 0 : commands.length };
    await noteOwn(core.passwords, tx, owner, { what: 'bot address set', about: `user ${user}`, facts });
    return url !== '' && (renew || before === null) ? fresh : '';
  });
  return secret instanceof Refusal ? secret : { data: { secret } };
}

/** A chat in which this user may write, and the addresses of its active bots, the oldest first. */
export async function programsAt(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  to: string,
  nowMs: number,
) {
  const at = await writeAccess(core, tx, me, to, nowMs);
  if (at instanceof Refusal) return at;
  const rows = isMemberAccess(at) ? await tx.programs.ofStream(at.stream) : [];
  const programs: (BotProgramRow & { readonly name: string })[] = [];
  for (const row of rows) {
    const bot = await activeBot(tx, row.user);
    if (bot) programs.push({ ...row, name: bot.realname });
  }
  return { at, programs };
}

/** If two bots have a command of the same name, it is that of the older one. */
export async function listCommands(
  { core, session: { user } }: SignedIn,
  { toContactId }: Body<typeof calls.getBotCommands>,
): Promise<EndpointAnswer | Refusal> {
  const found = await core.store.read((tx) => programsAt(core, tx, user, toContactId, core.clock.nowMs()));
  if (found instanceof Refusal) return found;
  const taken = new Set<string>();
  const data = found.programs.flatMap((program) =>
    program.commands
      .filter(({ name }) => !taken.has(name) && taken.add(name))
      .map((one) => ({ ...one, bot: program.user, botName: withoutMark(program.name) })),
  );
  return { data };
}
