import { userId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import { SEEN_BY } from '../../src/domain/privacy.ts';
import { rememberedLogin } from '../world/sign-in.ts';
import { write } from './write.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickMessage, passes } from './subject.ts';

/** Keys pressed one after another for a while, with rests between them. */
async function types(hand: ActContext, to: ContactId, keys: number, restMs: number): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    hand.tab.client.actions.typing(to, 'typed');
    await passes(hand, restMs);
  }
}

const acts: Acts<'typing'> = {
  typeHere: async (hand) => {
    if (!hand.chat) return;
    await types(hand, hand.chat.id, 1 + (hand.step.b % 5), 400);
    // Another user may sit at this page by now.
    if (hand.tab.state().self?.id !== userId(hand.person.id)) return;
    hand.tab.client.actions.typing(hand.chat.id, 'sent');
    await write(hand, 0, [], null);
  },
  typeOn: (hand) => hand.chat && types(hand, hand.chat.id, 20, 700),
  // On all devices and in all tabs at once.
  typeAll: async (hand) => {
    const { chat, person } = hand;
    const tabs = person.devices.flatMap((device) => device.tabs);
    if (chat) await Promise.all(tabs.map((tab) => types({ ...hand, tab }, chat.id, 3, 900)));
  },
  typeNoMore: async (hand) => {
    if (!hand.chat) return;
    await types(hand, hand.chat.id, 2, 300);
    hand.tab.client.actions.typing(hand.chat.id, 'dropped');
  },
  recordHere: async (hand) => {
    if (!hand.chat) return;
    hand.tab.client.actions.typing(hand.chat.id, 'recording');
    await passes(hand, 1_000 * (1 + (hand.step.b % 12)));
    hand.tab.client.actions.typing(hand.chat.id, 'recorded');
  },
  // Types in one chat after another, before the previous signal expires.
  typeElsewhere: async (hand) => {
    for (const { id } of hand.chats.slice(0, 4)) await types(hand, id, 1, 200);
  },
  tellLess: async (hand) => {
    const { tab, step, world, person } = hand;
    const [seen, on] = [SEEN_BY[step.a % SEEN_BY.length], step.b % 3 > 0];
    const by = seen ?? 'all';
    const reach = [{ adds: by }, { calls: by }, { found: by }][Math.floor(step.a / SEEN_BY.length) % 3] ?? {};
    const change = [{ typing: on }, { seen: by }, { seen: by, typing: on }, { read: on }, {}, reach][
      step.b % 6
    ];
    const { password } = await rememberedLogin(world, person);
    if (!tab.clock.dead && step.a % 2 === 0)
      await tab.client.actions.prove({ password, otp: '', passkey: '' });
    if (!tab.clock.dead) await tab.client.actions.setPrivacy(change ?? {});
  },
  lookWhoWasThere: async ({ tab, someone }) => void (await tab.client.actions.person(someone)),
  lookWhoRead: async (hand) => {
    const own = pickMessage(hand, (one) => one.from.id === hand.person.id) ?? pickMessage(hand);
    if (own) await hand.tab.client.actions.readBy(own.id);
  },
  // A client that never pauses sends signals as often as it can.
  typeWrong: (hand) => {
    for (const { id } of hand.chats)
      for (let times = 0; times < 5; times += 1) hand.tab.client.actions.typing(id, 'typed');
  },
};

/** Typing before a message, and instead of one. */
export const typing: UserSubject<'typing'> = {
  acts,
  coverage: { calls: under(IM, 'setPrivacy readBy'), frames: 'typing' },
};
