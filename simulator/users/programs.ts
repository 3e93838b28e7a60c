import { buttonsIn } from '../../src/domain/bots.ts';
import { userId } from '../../src/domain/ids.ts';
import { addressOf, RECEIVER_KINDS } from '../environment/receivers.ts';
import type { ProgramOfBot, Programs, WorldHook } from '../world/world-type.ts';
import { rememberedLogin } from '../world/sign-in.ts';
import { GROUP, IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { group, im } from './mistakes.ts';
import { groupOf, passes, pickFrom, pickMessage } from './subject.ts';

type Data = Readonly<Record<string, unknown>>;

/** The data of an answer; null: refused, or no answer came. */
async function asked(context: ActContext, path: string, body: object): Promise<unknown> {
  const outcome = (await postCall(context, path, body)) as { readonly text?: string } | undefined;
  if (outcome?.text === undefined) return null;
  const answer = JSON.parse(outcome.text) as { readonly code: number; readonly data: unknown };
  return answer.code === 0 ? (answer.data ?? {}) : null;
}

type Act = (context: ActContext, programs: Programs) => Promise<unknown> | undefined;
const withPrograms = (act: Act) => (context: ActContext) =>
  context.world.programs ? act(context, context.world.programs) : undefined;

/** A token of the user, or of a bot of theirs; what protects an account needs a fresh proof. */
async function addToken(context: ActContext, body: object): Promise<Data | null> {
  const { tab, world, person } = context;
  const whole = { name: 'a program', right: 'write', chats: [], days: 0, bot: 0, ...body };
  const first = (await asked(context, im('addToken'), whole)) as Data | null;
  if (first || tab.clock.dead) return first;
  const { password } = await rememberedLogin(world, person);
  if (tab.clock.dead) return null;
  await tab.client.actions.prove({ password, otp: '', passkey: '' });
  return tab.clock.dead ? null : ((await asked(context, im('addToken'), whole)) as Data | null);
}

const BOTS_MAX = 3;

const makeBot = async (context: ActContext, programs: Programs): Promise<void> => {
  const { person, number, tab } = context;
  if (programs.bots.length >= BOTS_MAX) return;
  const made = (await asked(context, im('addBot'), { name: `Bot ${number}` })) as Data | null;
  const id = Number(made?.['id']);
  if (!(id > 0) || tab.clock.dead) return;
  const added = await addToken(context, { bot: id });
  if (typeof added?.['token'] !== 'string' || programs.bots.length >= BOTS_MAX) return;
  const account = `bot${id}`;
  programs.tokens.push({ id: String(added['id']), token: added['token'], owner: person.id });
  programs.begin({ index: 1_000 + id, account, id, devices: [] }, person.id, added['token']);
  const group = groupOf(context);
  if (group && !tab.clock.dead) await tab.client.actions.addMembers(group, [userId(id)]);
};

const botOf = ({ step }: ActContext, { bots }: Programs) => pickFrom(bots, step.b);
/** A bot of this user, if there is one. */
const ownBot = ({ step, person }: ActContext, { bots }: Programs): ProgramOfBot | undefined =>
  pickFrom(
    bots.filter((one) => one.owner === person.id),
    step.b,
  ) ?? pickFrom(bots, step.b);

const hookOf = ({ step }: ActContext, { hooks }: Programs, isOutgoing: boolean): WorldHook | undefined =>
  pickFrom(
    hooks.filter(({ path }) => (path === '') === isOutgoing),
    step.b,
  );

const botChat = ({ step }: ActContext, { tab }: ProgramOfBot): string | undefined =>
  pickFrom(
    [...(tab?.state().contacts ?? [])].filter(({ kind }) => kind === 'person' || kind === 'group'),
    step.a,
  )?.id;

/** Actions of a bot beyond sending, some of them for no token, by the calls of its program. */
const botActs = (context: ActContext, programs: Programs): Promise<unknown> | undefined => {
  const { step, number } = context;
  const robot = botOf(context, programs);
  const heard = robot && pickFrom(robot.heard, step.a >> 1);
  if (!robot) return makeBot(context, programs);
  if (!heard) return undefined;
  const call = (path: string, body: object): Promise<unknown> => programs.call(robot.token, path, body);
  const { id, chat } = heard;
  switch (step.b % 7) {
    case 0:
      return call(im('react'), { id, emoji: '👍', on: step.a % 2 });
    case 1:
      return call(im('pinMessage'), { id, on: step.a % 2 });
    case 2:
      return call(im('undoMessage'), { id });
    case 3:
      return call(im('sendMessage'), {
        id: `all${number}`,
        toContactId: chat,
        type: 'text',
        content: `a${number}.${robot.person.id}`,
        at: [0],
      });
    case 4:
      return call(group('editGroupName'), { id: chat, displayName: 'Taken' });
    case 5:
      return call(im('getMessageList'), {
        toContactId: groupOf(context) ?? chat,
        page: 1,
        limit: 20,
        peek: 1,
      });
    default:
      return call(im('editMessage'), { id, content: `x${number}.${robot.person.id}` });
  }
};

/** Its program is killed and starts again later, or its network breaks. */
const botAway = async (context: ActContext, programs: Programs): Promise<void> => {
  const { step, world } = context;
  const robot = botOf(context, programs);
  if (!robot) return makeBot(context, programs);
  const { link } = robot.person.devices[0] ?? {};
  if (step.b % 3 === 1) return link?.disconnect();
  if (step.b % 3 === 2) return link?.freeze(world.clock.elapsedMs() + 1_000 * (step.a % 60));
  robot.kill();
  await passes(context, 1_000 * (1 + (step.a % 120)));
  if (programs.bots.includes(robot)) robot.restart();
};

/** A token that may do less, and calls with it that it permits, or not. */
const limitToken = async (context: ActContext, programs: Programs): Promise<void> => {
  const { step, chat, person, number } = context;
  const reads = step.b % 2 === 0;
  const chats = step.a % 2 === 0 && chat ? [chat.id] : [];
  const right = reads ? 'read' : 'write';
  const days = pickFrom([0, 7, 30], step.a) ?? 0;
  const added = await addToken(context, { right, chats, days });
  const token = added?.['token'];
  if (typeof token !== 'string') return;
  programs.tokens.push({ id: String(added?.['id']), token, owner: person.id });
  const to = pickFrom(context.chats, step.b)?.id ?? '-1';
  const id = pickMessage(context)?.id ?? 'nothing';
  for (const [path, body] of [
    [im('getMessageList'), { toContactId: to, page: 1, limit: 20, peek: 1 }],
    [im('getContacts'), {}],
    [im('reactions'), { id }],
    [
      im('sendMessage'),
      { id: `t${number}`, toContactId: to, type: 'text', content: `t${number}.${person.id}` },
    ],
    [im('react'), { id, emoji: '👍', on: 1 }],
    [im('addBot'), { name: 'More' }],
  ] as const)
    await programs.call(token, path, body);
};

const dropToken = async (context: ActContext, programs: Programs): Promise<void> => {
  const { person, step } = context;
  const own = programs.tokens.filter(({ owner }) => owner === person.id);
  const one = pickFrom(own, step.b);
  await asked(context, im('getBots'), {});
  if (!one) return;
  await asked(context, im('removeToken'), { id: one.id });
  await programs.call(one.token, im('getContacts'), {});
};

const addHook = async (context: ActContext, programs: Programs): Promise<void> => {
  const { number, step } = context;
  const id = groupOf(context);
  if (id === undefined) return;
  const dialect = step.b % 2 === 0 ? 'mrkdwn' : 'markdown';
  const made = (await asked(context, group('addHook'), {
    id,
    name: `Hook ${number}`,
    dialect,
  })) as Data | null;
  if (typeof made?.['url'] !== 'string') return;
  programs.hooks.push({ bot: Number(made['hook']), group: id, path: new URL(made['url']).pathname });
};

/** Posts as another system: twice with one number now and then, or nonsense. */
const postHook = async (context: ActContext, programs: Programs): Promise<void> => {
  const { number, step, world } = context;
  const hook = hookOf(context, programs, false);
  if (!hook) return addHook(context, programs);
  const words = `h${number}.${hook.bot}`;
  if (step.a % 9 === 8) return void (await programs.post(hook.path, { nothing: 1 }));
  world.recorder.given(hook.bot, 'given', { chat: hook.group, words });
  const delivery = step.a % 3 === 0 ? `delivery ${number}` : '';
  await programs.post(hook.path, { text: words }, delivery);
  if (delivery !== '') await programs.post(hook.path, { text: words }, delivery);
};

/** A new name, its end, or a new address: then the old one is dead. */
const changeHook = async (context: ActContext, programs: Programs): Promise<void> => {
  const { number, step, world } = context;
  const hook = hookOf(context, programs, false);
  if (!hook) return;
  const { bot, path } = hook;
  const one = { id: hook.group, hook: bot };
  if (step.b % 3 === 2) return void (await asked(context, group('removeHook'), one));
  if (step.b % 3 === 0) {
    const name = `Hook ${number}`;
    return void (await asked(context, group('editHook'), { ...one, name, dialect: 'mrkdwn' }));
  }
  await asked(context, group('hooks'), { id: hook.group });
  const renewed = (await asked(context, group('renewHook'), one)) as Data | null;
  if (typeof renewed?.['url'] === 'string') hook.path = new URL(renewed['url']).pathname;
  const words = `d${number}.${bot}`;
  world.recorder.given(bot, 'given', { chat: hook.group, words });
  await programs.post(path, { text: words });
};

const KINDS = ['messages', 'changes', 'reactions', 'pins', 'members'];

const addOutgoing = async (context: ActContext, programs: Programs): Promise<void> => {
  const { number, step } = context;
  const id = groupOf(context);
  if (id === undefined) return;
  const kind = pickFrom(RECEIVER_KINDS, step.b) ?? 'fine';
  const kinds = KINDS.filter((_, at) => at === 0 || (step.b >> at) % 2 === 0);
  const body = { id, name: `Out ${number}`, url: addressOf(kind, number), kinds };
  const made = (await asked(context, group('addOutgoing'), body)) as Data | null;
  const bot = Number(made?.['hook']);
  if (!(bot > 0)) return;
  programs.hooks.push({ bot, group: id, path: '', kinds });
  if (kind === 'down' || kind === 'moved') programs.unreachable.add(bot);
};

/** Another address, an event sent again, or its end. */
const changeOutgoing = async (context: ActContext, programs: Programs): Promise<void> => {
  const { number, step } = context;
  const hook = hookOf(context, programs, true);
  if (!hook) return addOutgoing(context, programs);
  const { bot, group: id, kinds } = hook;
  const one = { id, hook: bot };
  if (step.b % 4 === 2) return void (await asked(context, group('removeOutgoing'), one));
  if (step.b % 4 === 0) {
    const url = addressOf(pickFrom(RECEIVER_KINDS.slice(0, 4), step.a) ?? 'fine', number);
    await asked(context, group('outgoing'), { id });
    const body = { ...one, name: `Out ${number}`, url, kinds, renew: step.a % 2 };
    return void (await asked(context, group('editOutgoing'), body));
  }
  const list = await asked(context, group('deliveries'), one);
  const rows = Array.isArray(list) ? (list as readonly Data[]) : [];
  const seq = pickFrom(rows, step.a)?.['seq'] ?? 1;
  await asked(context, group('repeatDelivery'), { ...one, seq });
};

const COMMANDS = ['deploy', 'status', 'weather'].map((name) => ({ name, words: '', help: '' }));

const botAddress = (context: ActContext, programs: Programs): Promise<unknown> | undefined => {
  const { step, number } = context;
  const robot = ownBot(context, programs);
  if (!robot) return makeBot(context, programs);
  const commands = COMMANDS.slice(0, 1 + (step.a % 3));
  const url = step.b % 7 === 6 ? '' : addressOf('fine', number);
  const body = { id: robot.person.id, url, dialect: 'mrkdwn', commands, renew: step.a % 2 };
  return asked(context, im('setBotProgram'), body);
};

const useCommand = async (context: ActContext, programs: Programs): Promise<void> => {
  const { step, chat } = context;
  const robot = botOf(context, programs);
  if (!robot) return makeBot(context, programs);
  if (!chat) return;
  const toContactId = step.a % 3 === 0 ? chat.id : (groupOf(context) ?? chat.id);
  const list = await asked(context, im('botCommands'), { toContactId });
  const rows = Array.isArray(list) ? (list as readonly Data[]) : [];
  const row = pickFrom(rows, step.b) ?? { bot: robot.person.id, name: 'deploy' };
  const use = { toContactId, bot: row['bot'], name: row['name'], text: 'main' };
  await asked(context, im('runCommand'), use);
};

const offerButtons = async (context: ActContext, programs: Programs): Promise<unknown> => {
  // Only a bot with an address has buttons.
  await botAddress(context, programs);
  const robot = ownBot(context, programs);
  if (!robot) return makeBot(context, programs);
  const toContactId = botChat(context, robot);
  if (toContactId === undefined) return undefined;
  const { number } = context;
  return programs.call(robot.token, im('sendMessage'), {
    id: `buttons${number}`,
    toContactId,
    type: 'text',
    content: `o${number}.${robot.person.id}`,
    extends: { buttons: [{ id: 'yes', text: 'Yes' }] },
  });
};

const pressButton = async (context: ActContext, programs: Programs): Promise<unknown> => {
  const { step, tab } = context;
  const shown = [...tab.state().conversations.values()].flatMap(({ chunks }) => chunks.flat());
  const id = pickFrom(
    shown.filter(({ extra }) => buttonsIn(extra).length > 0),
    step.a,
  )?.id;
  if (id === undefined || step.b % 5 === 1) return offerButtons(context, programs);
  const press = () => asked(context, im('pressButton'), { id, button: step.b % 5 === 4 ? 'gone' : 'yes' });
  // An impatient user presses twice.
  return Promise.all([press(), ...(step.b % 3 === 0 ? [press()] : [])]);
};

type Wrong = (context: ActContext, robot: ProgramOfBot | undefined) => readonly [path: string, body: object];
const hook = (context: ActContext, more: object) => ({
  id: groupOf(context) ?? '-1',
  hook: 900_001,
  ...more,
});
const named = { name: 'x', dialect: 'mrkdwn' };
const out = { name: 'x', url: addressOf('fine', 1), kinds: ['messages'] };
const address = { url: addressOf('fine', 1), dialect: 'mrkdwn', commands: [] };

/** Requests that must be refused. */
const WRONG: readonly Wrong[] = [
  () => [im('addBot'), { name: 'x'.repeat(200) }],
  () => [im('renameBot'), { id: 900_001, name: 'x' }],
  (context) => [im('removeBot'), { id: context.someone }],
  () => [im('removeToken'), { id: '0'.repeat(24) }],
  (context) => [group('editHook'), hook(context, named)],
  (context) => [group('addOutgoing'), { id: groupOf(context) ?? '-1', ...out, url: 'http://127.0.0.1/' }],
  (context) => [group('repeatDelivery'), hook(context, { seq: 1 })],
  (_context, robot) => [
    im('setBotProgram'),
    { id: robot?.person.id ?? 900_001, ...address, commands: [{ name: 'me', words: '', help: '' }] },
  ],
  (context, robot) => [
    im('runCommand'),
    { toContactId: context.chat?.id ?? '-1', bot: robot?.person.id ?? 900_001, name: 'nothing', text: '' },
  ],
  (context) => [im('pressButton'), { id: pickMessage(context)?.id ?? 'x', button: 'yes' }],
];

const programWrong = async (context: ActContext, programs: Programs): Promise<void> => {
  const robot = ownBot(context, programs);
  const [path, body] = pickFrom(WRONG, context.step.b)?.(context, robot) ?? ['', {}];
  await postCall(context, path, body);
  if (!robot || context.step.b % 3 > 0) return;
  const to = botChat(context, robot) ?? '-1';
  const wrong = { id: `bad${context.number}`, toContactId: to, type: 'text', content: 'x' };
  const extend = { buttons: [{ id: '', text: '' }] };
  await programs.call(robot.token, im('sendMessage'), { ...wrong, extends: extend });
};

const acts: Acts<'programs'> = {
  makeBot: withPrograms((context, programs) => {
    const [id, robot] = [groupOf(context), ownBot(context, programs)];
    if (!id || !robot || programs.bots.length < 2) return makeBot(context, programs);
    return context.tab.client.actions.addMembers(id, [userId(robot.person.id)]);
  }),
  botWrites: withPrograms((context, programs) => {
    const robot = botOf(context, programs);
    if (!robot || context.step.a % 2 === 0) return botActs(context, programs);
    const chat = botChat(context, robot);
    return chat ? robot.write(chat, `w${context.number}.${robot.person.id}`) : undefined;
  }),
  botAway: withPrograms(botAway),
  limitToken: withPrograms((context, programs) =>
    context.step.b % 4 === 3 ? dropToken(context, programs) : limitToken(context, programs),
  ),
  changeBot: withPrograms((context, programs) => {
    const { step, number } = context;
    const id = ownBot(context, programs)?.person.id ?? 900_001;
    if (step.b % 3 === 2) return asked(context, im('removeBot'), { id });
    return asked(context, im('renameBot'), { id, name: `Bot ${number}` });
  }),
  addHook: withPrograms(addHook),
  postHook: withPrograms(postHook),
  changeHook: withPrograms(changeHook),
  addOutgoing: withPrograms(addOutgoing),
  changeOutgoing: withPrograms(changeOutgoing),
  useCommand: withPrograms((context, programs) =>
    context.step.b % 4 === 0 ? botAddress(context, programs) : useCommand(context, programs),
  ),
  pressButton: withPrograms(pressButton),
  programWrong: withPrograms(programWrong),
};

/** Bots with tokens and commands, and hooks in both directions. */
export const programs: UserSubject<'programs'> = {
  acts,
  coverage: {
    calls: [
      ...under(
        IM,
        `getBots addBot renameBot removeBot addToken removeToken setBotProgram botCommands runCommand
          pressButton`,
      ),
      ...under(
        GROUP,
        `hooks addHook editHook renewHook removeHook outgoing addOutgoing editOutgoing removeOutgoing
          deliveries repeatDelivery`,
      ),
    ],
    refusals: `botUnknown botNameLong tokenUnknown tokenDead tokenCall tokenReads tokenChats hookUnknown
      hookAddress deliveryGone commandName commandUnknown programFailed badButtons buttonUnknown buttonBusy`,
    jobs: 'Delivering',
  },
};
