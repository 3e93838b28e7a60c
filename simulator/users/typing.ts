import { userId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import { SEEN_BY } from '../../src/domain/privacy.ts';
import { rememberedLogin } from '../world/sign-in.ts';
import { write } from './write.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickMessage, passes } from './subject.ts';

/** Keys pressed one after another for a while, with rests between them. */
async function types(context: ActContext, to: ContactId, keys: number, restMs: number): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    context.tab.client.actions.typing(to, 'typed');
    await passes(context, restMs);
  }
}

const acts: Acts<'typing'> = {
  typeHere: async (context) => {
    if (!context.chat) return;
    await types(context, context.chat.id, 1 + (context.step.b % 5), 400);
    // Another user may sit at this page by now.
    if (context.tab.state().self?.id !== userId(context.person.id)) return;
    context.tab.client.actions.typing(context.chat.id, 'sent');
    await write(context, 0, [], null);
  },
  typeOn: (context) => context.chat && types(context, context.chat.id, 20, 700),
  // On all devices and in all tabs at once.
  typeAll: async (context) => {
    const { chat, person } = context;
    const tabs = person.devices.flatMap((device) => device.tabs);
    if (chat) await Promise.all(tabs.map((tab) => types({ ...context, tab }, chat.id, 3, 900)));
  },
  typeNoMore: async (context) => {
    if (!context.chat) return;
    await types(context, context.chat.id, 2, 300);
    context.tab.client.actions.typing(context.chat.id, 'dropped');
  },
  recordHere: async (context) => {
    if (!context.chat) return;
    context.tab.client.actions.typing(context.chat.id, 'recording');
    await passes(context, 1_000 * (1 + (context.step.b % 12)));
    context.tab.client.actions.typing(context.chat.id, 'recorded');
  },
  // Types in one chat after another, before the previous signal expires.
  typeElsewhere: async (context) => {
    for (const { id } of context.chats.slice(0, 4)) await types(context, id, 1, 200);
  },
  tellLess: async (context) => {
    const { tab, step, world, person } = context;
    const [seen, on] = [SEEN_BY[step.a % SEEN_BY.length], step.b % 3 > 0];
    const by = seen ?? 'all';
    const reach =
      [{ adds: by }, { calls: by }, { found: by }, { forwards: by }][
        Math.floor(step.a / SEEN_BY.length) % 4
      ] ?? {};
    const change = [{ typing: on }, { seen: by }, { seen: by, typing: on }, { read: on }, {}, reach][
      step.b % 6
    ];
    const { password } = await rememberedLogin(world, person);
    if (!tab.clock.dead && step.a % 2 === 0)
      await tab.client.actions.prove({ password, otp: '', passkey: '' });
    if (!tab.clock.dead) await tab.client.actions.setPrivacy(change ?? {});
  },
  lookWhoWasThere: async ({ tab, someone }) => void (await tab.client.actions.person(someone)),
  lookWhoRead: async (context) => {
    const own = pickMessage(context, (one) => one.from.id === context.person.id) ?? pickMessage(context);
    if (own) await context.tab.client.actions.readBy(own.id);
  },
  // A client that never pauses sends signals as often as it can.
  typeWrong: (context) => {
    for (const { id } of context.chats)
      for (let times = 0; times < 5; times += 1) context.tab.client.actions.typing(id, 'typed');
  },
};

/** Typing before a message, and instead of one. */
export const typing: UserSubject<'typing'> = {
  acts,
  coverage: { calls: under(IM, 'setPrivacy readBy'), frames: 'typing' },
};
