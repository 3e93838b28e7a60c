import type { ActContext } from './subject.ts';
import { postCall, upload } from './group-acts.ts';
import { chosenMessage, passes } from './subject.ts';

/** Time within which every present node applies the setting. */
const LEARNED_MS = 1_500;

type Try = (hand: ActContext) => Promise<unknown> | undefined;

const pub = (call: string): string => `/common/pub/${call}`;
const im = (call: string): string => `/enterprise/im/${call}`;

const mine = (hand: ActContext): string | undefined =>
  chosenMessage(hand, (one) => one.from.id === hand.person.id && !one.recalled)?.id;

/** A separate id: it may remain after an erasure, and must not contain the text. */
const line = (hand: ActContext, to: string, part: number): object => ({
  id: `given-${hand.number}-${part}`,
  toContactId: to,
  type: 'text',
  content: `y${hand.number}.${part}`,
});

const registerBy = (hand: ActContext, password: string): Promise<unknown> =>
  postCall(hand, pub('register'), {
    account: `later${hand.number}`,
    realname: `Later ${hand.number}`,
    password,
    inviteCode: 'AAAAAAAA',
  });
const register = (hand: ActContext): Promise<unknown> => registerBy(hand, 'secret-7');

const otherName = (hand: ActContext): Promise<unknown> =>
  postCall(hand, im('updateUserInfo'), {
    realname: `Name ${hand.person.index + 1}${hand.step.b % 2 === 0 ? ' so' : ''}`,
    email: '',
    motto: '',
    sex: 1,
  });

const withAll = (hand: ActContext): Promise<unknown> =>
  postCall(hand, '/enterprise/group/add', {
    user_ids: hand.world.people.map((one) => one.id),
    name: `All ${hand.number}`,
  });

/** Actions each setting may forbid, by its name: tried by the user who set it, once all nodes know. */
export const FORBIDDEN: Readonly<Record<string, Try>> = {
  'sysInfo.state': register,
  'sysInfo.regtype': register,
  'sysInfo.regauth': register,
  'sysInfo.runMode': otherName,
  // The setting alone has no effect: only a closed server assigns names.
  'sysInfo.diyName': async (hand) => {
    await hand.world.ruler.configure('sysInfo.runMode', '1');
    await passes(hand, LEARNED_MS);
    await otherName(hand);
  },
  // Long enough for the contract's forms.
  'sysInfo.welcomeGroup': register,
  'sysInfo.longPasswords': (hand) => registerBy(hand, 'wrk7-42'),
  'sysInfo.directory': (hand) => postCall(hand, im('directory'), { keywords: '', after: 0 }),
  'chatInfo.simpleChat': (hand) => postCall(hand, im('sendMessage'), line(hand, String(hand.someone), 0)),
  'chatInfo.groupChat': withAll,
  'chatInfo.groupUserMax': withAll,
  'chatInfo.webrtc': (hand) =>
    postCall(hand, im('sendToMsg'), {
      id: `y${hand.number}`,
      toContactId: String(hand.someone),
      event: 'calling',
    }),
  // The second one is too soon, and the third one waits for it.
  'chatInfo.sendInterval': (hand) =>
    postCall(
      hand,
      im('sendMessage'),
      [0, 1, 2].map((part) => line(hand, hand.chat?.id ?? '-1', part)),
    ),
  'chatInfo.redoTime': (hand) => postCall(hand, im('undoMessage'), { id: mine(hand) ?? 'x' }),
  'chatInfo.dbDelMsg': (hand) => postCall(hand, im('delMessage'), { id: mine(hand) ?? 'x' }),
  'fileUpload.fileExt': (hand) => upload(hand, `voice-${hand.number}-5s.ogg`, 100),
  demon_mode: register,
};

/** Runs in the page where it was set, if that still exists. */
export async function tryForbidden(hand: ActContext, setting: string): Promise<void> {
  await passes(hand, LEARNED_MS);
  if (!hand.tab.clock.dead) await FORBIDDEN[setting]?.(hand);
}
