import { toMarkup } from '../../src/domain/markup.ts';
import type { Message } from '../../src/domain/message.ts';
import { isRoomWarning } from '../devices/device.ts';
import type { ActContext } from './subject.ts';

/** Sends text in the present chat, with the parts that must arrive. */
export async function write(
  context: ActContext,
  words: number | string,
  at: readonly { id: number; name: string }[],
  quoted: Message | null,
): Promise<void> {
  const { world, tab, device, chat, number } = context;
  const text = typeof words === 'string' ? words : `m${number}.${words}`;
  if (!chat || tab.client.session.get().name !== 'signedIn') return;
  const message = {
    text: toMarkup(text),
    device: device.name,
    tab: tab.name,
    to: chat.id,
    atMs: world.clock.elapsedMs(),
    id: null as string | null,
    released: false,
    hasWarning: false,
  };
  const quote = quoted && {
    msgId: quoted.msgId,
    content: quoted.content,
    userId: quoted.from.id,
    realname: quoted.from.realname,
  };
  world.record.messages.push(message);
  const result = await tab.client.actions.send(chat.id, { text, at, quote });
  if (result.ok) {
    message.id = result.value;
    message.hasWarning = tab.notices.some(isRoomWarning);
  } else message.released = true;
}
