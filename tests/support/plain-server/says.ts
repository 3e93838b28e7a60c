import type { PlainServer } from './server.ts';
import type { Someone } from './town.ts';

/** Sends requests as a user of the base protocol, without a page. */
export const says = (
  plain: PlainServer,
  from: Someone,
  to: unknown,
  content: string,
  more: object = {},
): Promise<unknown> => {
  const fromUser = { id: from.id, displayName: from.realname, realname: from.realname, avatar: '' };
  const id = `${from.account}-${plain.town.rows.length}`;
  return plain.as(from.id, '/enterprise/im/sendMessage', {
    id,
    toContactId: to,
    is_group: 0,
    type: 'text',
    content,
    fromUser,
    sendTime: plain.town.nowMs(),
    at: [],
    ...more,
  });
};
