import { alertOf } from '../../src/domain/alert.ts';
import type { Alert } from '../../src/domain/alert.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { ActKind, PlanStep, UserKind } from '../plan/step.ts';
import { signIn } from '../world/sign-in.ts';
import type { World } from '../world/world-type.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { ActContext } from './subject.ts';
import { isAct, SUBJECT_ACTS } from './all.ts';
import { callAct } from './call-acts.ts';
import { pageAct } from './page-acts.ts';
import { groupAct, postCall } from './group-acts.ts';
import { visibleMessages, recordPress } from './subject.ts';
import { write } from './write.ts';

/**
 * Does what a person does; never waits. What the server refuses is part of life. `at`: the page in front of
 * them; otherwise the step decides.
 */
export function act(
  world: World,
  step: PlanStep & { readonly kind: UserKind | ActKind },
  number: number,
  at?: { readonly device: Device; readonly tab: Tab },
): void {
  const failed = (error: unknown): void =>
    world.record.problem(
      'no promise is lost',
      `${step.kind}: ${String(error instanceof Error ? error.stack : error)}`,
    );
  if (step.kind === 'lie' || step.kind === 'speak' || step.kind === 'mingle')
    return void world.stranger().act(step, number).catch(failed);
  if (step.kind === 'plain') return world.plains[0]?.act(step, number);
  const person = world.people[step.who % world.people.length];
  if (!person) return;
  const places = person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
  const place = at ?? places[step.b % Math.max(1, places.length)] ?? reopened(person);
  if (!place) return;
  const chats = [...place.tab.state().contacts].filter(
    (one) => one.kind === 'person' || one.kind === 'group' || one.kind === 'favourites',
  );
  const other =
    world.people[(person.index + 1 + (step.a % Math.max(1, world.people.length - 1))) % world.people.length];
  const context: ActContext = {
    world,
    person,
    ...place,
    step,
    number,
    chats,
    chat: chats[step.a % Math.max(1, chats.length)],
    someone: userId(other?.id ?? 0),
  };
  const work = isAct(step.kind)
    ? perform(context, step.kind)
    : (talk(context) ?? groupAct(context) ?? callAct(context) ?? pageAct(context));
  work?.catch(failed);
}

/** An action of a subject; a page that dies with it affects no other. */
async function perform(context: ActContext, kind: ActKind): Promise<void> {
  context.world.record.count(`act: ${kind}`);
  await SUBJECT_ACTS[kind](context);
}

function reopened(person: WorldPerson): { readonly device: Device; readonly tab: Tab } | null {
  const device = person.devices[0];
  return device ? { device, tab: device.open() } : null;
}

/** On all devices and in all tabs in the same instant, each time the other way round. */
function together({ person, world, step, chat }: ActContext): Promise<unknown> {
  if (!chat) return Promise.resolve();
  const places = person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
  return Promise.all(
    places.map(({ device, tab }, at) => {
      const on = (step.b + at) % 2 === 0;
      const context = { world, person, device, tab, step, chat } as ActContext;
      switch (step.b % 4) {
        case 0:
          return recordPress(context, 'top', chat.id, on, (value) =>
            tab.client.actions.setTop(chat.id, value),
          );
        case 1:
          return recordPress(context, 'notice', chat.id, on, (value) =>
            tab.client.actions.setNotice(chat.id, value),
          );
        case 2:
          return on
            ? recordPress(context, 'hide', chat.id, chat.counting.count, () =>
                tab.client.actions.hideChat(chat.id),
              )
            : Promise.resolve(tab.client.actions.openChat(chat.id));
        default: {
          const mine = [...(tab.state().conversations.get(chat.id)?.chunks ?? [])]
            .flat()
            .findLast((one) => one.from.id === person.id);
          return mine
            ? on
              ? tab.client.actions.recall(mine.id)
              : tab.client.actions.remove(mine.id)
            : Promise.resolve();
        }
      }
    }),
  );
}

/** Logs in here; impatient users do it in the other tabs, too. */
async function login({ world, device, tab, person, step }: ActContext): Promise<void> {
  const places = step.a % 2 === 0 ? device.tabs.filter((one) => one !== tab) : [];
  for (const [at, one] of [tab, ...places].entries()) {
    const again = () =>
      void (one.clock.dead || one.client.session.get().name === 'signedIn' || signIn(world, one, person));
    if (at === 0) again();
    else world.clock.setTimeout(again, (step.b % 50) * at);
  }
}

/** Sends enough at once that an absent device gets a fresh start instead of the events (SYNC-2). */
async function flood(context: ActContext, to: ContactId): Promise<void> {
  for (let array = 0; array < 11; array += 1) {
    const items = Array.from({ length: 50 }, (_, at) => ({
      id: `flood-${context.number}-${array}-${at}`,
      toContactId: to,
      type: 'text',
      content: `f${context.number}.${array}.${at}`,
    }));
    await postCall(context, '/enterprise/im/sendMessage', items);
  }
}

/** All, none, only mentions, or one of the latter for some seconds by this device's clock. */
function alertIn({ step, tab }: ActContext): Alert {
  const forMs = tab.clock.nowMs() + 1_000 * (1 + (step.a % 40));
  const choices = [true, false, 'mentions', alertOf(step.a % 2 ? 'none' : 'mentions', forMs)] as const;
  return choices[step.b % 4] ?? true;
}

/** A pin, a mute, a chat off the list, or mentions that are read. */
function flagged(context: ActContext): Promise<unknown> {
  const { chat, tab, step } = context;
  const { actions } = tab.client;
  switch (step.kind) {
    case 'pin':
      return chat
        ? recordPress(context, 'top', chat.id, step.b % 2 === 0, (on) => actions.setTop(chat.id, on))
        : Promise.resolve();
    case 'quiet':
      return chat
        ? recordPress(context, 'notice', chat.id, alertIn(context), (alert) =>
            actions.setNotice(chat.id, alert),
          )
        : Promise.resolve();
    case 'hide':
      return chat
        ? recordPress(context, 'hide', chat.id, chat.counting.count, () => actions.hideChat(chat.id))
        : Promise.resolve();
    case 'readMentions':
      return chat?.kind === 'group'
        ? recordPress(context, 'mentionsRead', chat.id, chat.counting.count, () =>
            actions.readMentions(chat.id),
          )
        : Promise.resolve();
    default:
      return Promise.resolve();
  }
}

/** Retries or discards a waiting message. */
function withWaiting(context: ActContext): Promise<unknown> {
  const { chat, tab, step, world } = context;
  const { actions } = tab.client;
  const waiting = chat ? (tab.state().outbox.get(chat.id) ?? []) : [];
  const item = waiting[step.b % Math.max(1, waiting.length)];
  if (!item) return Promise.resolve();
  if (step.kind === 'retry') return Promise.resolve(actions.retry(item.message.id));
  for (const message of world.record.messages) if (message.id === item.message.id) message.released = true;
  return recordPress(context, 'discard', item.message.id, true, () => actions.discard(item.message.id));
}

/** Actions on messages; null for other kinds of steps. */
function talk(context: ActContext): Promise<unknown> | null {
  const { tab, chat, chats, step, world } = context;
  const { actions } = tab.client;
  const messages = visibleMessages(context);
  const one = messages[step.b % Math.max(1, messages.length)];
  const target = (index: number): ContactId =>
    chats[(step.a + index) % Math.max(1, chats.length)]?.id ?? contactId(0);
  switch (step.kind) {
    case 'write':
      return write(context, 0, [], null);
    case 'burst':
      return Promise.all(
        Array.from({ length: 2 + (step.b % 4) }, (_, part) => write(context, part, [], null)),
      );
    case 'flood':
      return chat ? flood(context, chat.id) : Promise.resolve();
    case 'mention':
      return write(context, 0, [{ id: context.someone, name: 'x' }], null);
    case 'mentionAll':
      return write(context, 0, [{ id: 0, name: 'all' }], null);
    case 'quote':
      return write(context, 0, [], one ?? null);
    case 'open':
      if (chat) actions.openChat(chat.id);
      return Promise.resolve();
    case 'openAll':
      if (chat)
        for (const device of context.person.devices)
          for (const one of device.tabs) one.client.actions.openChat(chat.id);
      return Promise.resolve();
    case 'close':
      actions.openChat(null);
      return Promise.resolve();
    case 'older':
      return chat ? actions.loadOlder(chat.id) : Promise.resolve();
    case 'recall':
      return one ? actions.recall(one.id) : Promise.resolve();
    case 'delete': {
      // Mostly what was just written: that also changes the list.
      const newest = messages.findLast((message) => message.from.id === context.person.id);
      const item = step.b % 3 > 0 ? newest : one;
      return item ? actions.remove(item.id) : Promise.resolve();
    }
    case 'forward':
      if (one) world.record.forwarded.add(one.content);
      return one ? actions.forward(one.msgId, [...new Set([target(1), target(2)])]) : Promise.resolve();
    case 'pin':
    case 'quiet':
    case 'hide':
    case 'readMentions':
      return flagged(context);
    case 'discard':
    case 'retry':
      return withWaiting(context);
    case 'together':
      return together(context);
    case 'login':
      return login(context);
    default:
      return null;
  }
}
