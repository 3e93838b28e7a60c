import { CALL } from '../../domain/call.ts';
import type { ServerEvent } from '../../domain/events.ts';
import { toPlain } from '../../domain/markup.ts';
import type { Message } from '../../domain/message.ts';
import { DemoPerson } from './person.ts';
import type { Account, DemoPorts } from './person.ts';
import { drawWeather } from './weather-adapter.ts';
import type { Words } from './words.ts';

export const GUEST: Omit<Account, 'name'> = { account: 'guest', password: 'guest-1234' };
const PASSWORD = 'contact-1234';

/** How long a contact thinks, and lets it ring. */
const [THINK_MS, RING_MS] = [900, 2_500];

interface Cast {
  readonly desk: DemoPerson;
  readonly echo: DemoPerson;
  readonly weather: DemoPerson;
  readonly library: DemoPerson;
  readonly guest: DemoPerson;
}

/** Makes the guest and the contacts on the first visit, lets the contacts listen on each. */
export async function openCast(place: DemoPorts, words: Words): Promise<void> {
  const enter = (account: string, name: string, number: number) =>
    DemoPerson.enter(place, { account, name, password: PASSWORD }, number);
  // The first account of a server is its administrator: that is not the guest.
  const desk = await enter('frontdesk', words['say.desk'], 11);
  const [echo, weather, library] = [
    await enter('echo', words['say.echo'], 12),
    await enter('weather', words['say.weather'], 13),
    await enter('library', words['say.library'], 14),
  ];
  const guest = await DemoPerson.enter(place, { ...GUEST, name: words['say.guest'] }, 15);
  const people: Cast = { desk, echo, weather, library, guest };
  const contacts = await desk.call<readonly { readonly id: string | number }[]>(
    '/enterprise/im/getContacts',
    {},
  );
  const first = !contacts.some((one) => String(one.id) === String(guest.id));
  await listen(place, people, words);
  if (first) await greet(people, words);
}

async function greet({ desk, echo, weather, library, guest }: Cast, words: Words): Promise<void> {
  for (const one of [desk, echo, weather]) {
    await one.call('/enterprise/friend/add', { user_id: guest.id, remark: one.name });
    await guest.call('/enterprise/friend/add', { user_id: one.id, remark: guest.name });
  }
  for (const one of [echo, weather]) {
    await desk.call('/enterprise/friend/add', { user_id: one.id, remark: desk.name });
    await one.call('/enterprise/friend/add', { user_id: desk.id, remark: one.name });
  }
  await library.call('/enterprise/friend/add', { user_id: guest.id, remark: words['say.applied'] });
  const to = String(guest.id);
  await weather.say(to, words['say.ask']);
  await desk.say(to, words['say.welcome']);
  await desk.say(to, words['say.hints']);
  await desk.say(to, words['say.invite']);
}

type Answer = (message: Message, to: string, inGroup: boolean) => Promise<void>;

/** Nobody speaks before all of them hear. */
async function listen(place: DemoPorts, people: Cast, words: Words): Promise<void> {
  const { desk, echo, weather, library, guest } = people;
  const picture = async (to: string): Promise<void> => {
    await weather.sendPicture(to, 'weather.png', await drawWeather(() => place.server.core.random.next()));
    await weather.say(to, words['say.forecast']);
  };
  const answers: readonly (readonly [DemoPerson, Answer])[] = [
    [
      echo,
      (message, to, inGroup) =>
        echo.say(
          to,
          message.type === 'text' ? toPlain(message.content) : words['say.pictureReply'],
          inGroup ? { pid: message.msgId } : {},
        ),
    ],
    [weather, async (_message, to, inGroup) => (inGroup ? undefined : picture(to))],
    [library, async (_message, to, inGroup) => (inGroup ? undefined : library.say(to, words['say.next']))],
    [desk, async (_message, to, inGroup) => (inGroup ? undefined : teaRoom(people, words, to))],
  ];
  await Promise.all(
    answers.map(([one, answer]) => one.listen((event) => attend(place, one, guest, answer, words, event))),
  );
}

function attend(
  { clock, log }: DemoPorts,
  one: DemoPerson,
  guest: DemoPerson,
  answer: Answer,
  words: Words,
  event: ServerEvent,
): void {
  const later = (ms: number, task: () => Promise<void>): void => {
    clock.setTimeout(
      () =>
        void task().catch((error: unknown) =>
          log.write('warn', 'a contact of the demo failed', { error: String(error) }),
        ),
      ms,
    );
  };
  if (
    event.type === 'messagePosted' &&
    event.message.from.id === guest.id &&
    event.message.type !== 'event'
  ) {
    const { message, inGroup, to } = event;
    // In a group everybody names it alike; between two it is the other one.
    const target = inGroup ? String(to) : String(guest.id);
    later(THINK_MS / 3, () =>
      one.call('/enterprise/im/setMsgIsRead', { toContactId: target, messages: [{ n: message.n }] }),
    );
    later(THINK_MS, () => answer(message, target, inGroup));
  } else if (
    event.type === 'callSignal' &&
    event.signal.kind === 'calling' &&
    event.signal.code === CALL.ringing &&
    event.message.from.id === guest.id
  ) {
    const { id } = event.message;
    later(RING_MS, async () => {
      await one.call('/enterprise/im/sendToMsg', {
        id,
        toContactId: String(guest.id),
        type: event.signal.video ? 1 : 0,
        event: 'hangup',
        code: CALL.refused,
      });
      await one.say(String(guest.id), words['say.noCalls']);
    });
  } else if (
    event.type === 'joined' &&
    event.via === 'friend' &&
    event.contact.id === String(guest.id) &&
    one.name === words['say.library']
  ) {
    later(THINK_MS, () => one.say(String(guest.id), words['say.friend']));
  }
}

/** Once: a group with the guest in it, who is mentioned there. */
async function teaRoom({ desk, echo, weather, guest }: Cast, words: Words, to: string): Promise<void> {
  const rows = await desk.call<readonly { readonly id: string | number }[]>('/enterprise/im/getContacts', {});
  if (rows.some(({ id }) => String(id).startsWith('group-'))) return desk.say(to, words['say.already']);
  const { id } = await desk.call<{ readonly id: string }>('/enterprise/group/add', {
    user_ids: [guest.id, echo.id, weather.id],
    name: words['say.group'],
  });
  return desk.say(id, words['say.arrival'].replace('{{name}}', guest.name), { at: [guest.id] });
}
