import { toMarkup, toPlain } from '../../../domain/markup.ts';
import { RICH } from '../../../domain/rich-text.ts';
import type { Envelope } from '../../../wire/envelope.ts';
import { mcpLimits as limits } from '../../kernel/mcp-limits.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Argument {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  readonly isRequired?: true;
}

/** One call of the server; `chat` is for the audit log. */
export interface ToolCall {
  readonly path: string;
  readonly body: Fields;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Changes nothing. */
  readonly reads: boolean;
  readonly fields: Readonly<Record<string, Argument>>;
  /** `chats`: those that the token is limited to; null: every chat. */
  calls(args: Fields, chats: readonly string[] | null, fresh: string): readonly ToolCall[];
  result(data: unknown): unknown;
}

const chat: Argument = {
  type: 'string',
  description: 'A chat as list_chats returns it, as `group-7` or `12`.',
};
const limit: Argument = { type: 'integer', description: `Rows, at most ${limits.rowsMax}; 20 if absent.` };
const rowsIn = (data: unknown): readonly Fields[] => (Array.isArray(data) ? (data as readonly Fields[]) : []);
const wordsIn = (value: unknown): string => (typeof value === 'string' ? toPlain(value) : '');
const isoOf = (ms: unknown): string | null => (Number(ms) > 0 ? new Date(Number(ms)).toISOString() : null);

function messageOf(row: Fields): Fields {
  const { displayName, realname } = (row['fromUser'] ?? {}) as Fields;
  return {
    id: row['id'],
    number: row['msg_id'],
    chat: String(row['contactId'] ?? row['toContactId']),
    from: displayName ?? realname,
    fromUser: row['from_user'],
    at: isoOf(row['sendTimeMs']),
    type: row['type'],
    text: wordsIn(row['content']),
    ...(row['fileName'] ? { file: row['fileName'] } : {}),
  };
}

const chatOf = (row: Fields): Fields => ({
  chat: String(row['id']),
  name: row['displayName'],
  isGroup: Number(row['is_group']) === 1,
  unread: row['unread'],
  lastAt: isoOf(row['lastSendTime']),
  last: wordsIn(row['lastContent']),
});

/** The tools; each makes a call of the server, which checks it as any other (BOT-12). */
export const TOOLS: readonly Tool[] = [
  {
    name: 'list_chats',
    title: 'List chats',
    description: 'Lists the chats of this account: name, unread messages and last message.',
    reads: true,
    fields: {},
    calls: (_, chats) =>
      chats === null
        ? [{ path: '/enterprise/im/getContacts', body: {} }]
        : chats.map((id) => ({ path: '/enterprise/im/getContactInfo', body: { id } })),
    result: (data) => (Array.isArray(data) ? rowsIn(data).map(chatOf) : [chatOf(data as Fields)]),
  },
  {
    name: 'read_messages',
    title: 'Read messages',
    description: 'Returns the newest messages of a chat, oldest first, without marking them as read.',
    reads: true,
    fields: {
      chat: { ...chat, isRequired: true },
      limit,
      before: { type: 'integer', description: 'Only messages with a lower `number`.' },
    },
    calls: ({ chat: toContactId, limit: rows, before }) => [
      {
        path: '/enterprise/im/getMessageList',
        body: { toContactId, limit: rows ?? 20, peek: 1, page: 1, ...(before ? { last_id: before } : {}) },
      },
    ],
    result: (data) => rowsIn(data).map(messageOf),
  },
  {
    name: 'search_messages',
    title: 'Search messages',
    description: 'Searches words in one chat or in all, newest first.',
    reads: true,
    fields: {
      words: { type: 'string', description: 'The words to find.', isRequired: true },
      chat: { ...chat, description: `${chat.description} Absent: every chat.` },
      limit,
    },
    calls: ({ words, chat: toContactId, limit: rows }) => [
      {
        path: '/enterprise/im/search',
        body: { keywords: words, limit: rows ?? 20, page: 1, ...(toContactId ? { toContactId } : {}) },
      },
    ],
    result: (data) => rowsIn(data).map(messageOf),
  },
  {
    name: 'send_message',
    title: 'Send a message',
    description: 'Sends a text to a chat. Bold words, links, code, lists and quotes are as in Markdown.',
    reads: false,
    fields: {
      chat: { ...chat, isRequired: true },
      text: { type: 'string', description: 'The text.', isRequired: true },
      id: { type: 'string', description: 'A name of yours. A message with a known name is not sent again.' },
    },
    calls: ({ chat: toContactId, text, id }, _, fresh) => [
      {
        path: '/enterprise/im/sendMessage',
        body: {
          id: id ?? `mcp-${fresh}`,
          toContactId,
          type: 'text',
          content: toMarkup(String(text)),
          extends: { format: RICH },
        },
      },
    ],
    result: (data) => messageOf(data as Fields),
  },
  {
    name: 'react',
    title: 'React to a message',
    description: 'Adds an emoji to a message, or takes it back.',
    reads: false,
    fields: {
      message: { type: 'string', description: '`id` of the message.', isRequired: true },
      emoji: { type: 'string', description: 'One emoji, as 👍.', isRequired: true },
      on: { type: 'boolean', description: 'false takes the emoji back; true if absent.' },
    },
    calls: ({ message: id, emoji, on }) => [
      { path: '/enterprise/im/react', body: { id, emoji, on: on === false ? 0 : 1 } },
    ],
    result: (data) => data,
  },
];

/** Returns the row of a tool in `tools/list`. */
export const toolRow = ({ name, title, description, reads, fields }: Tool): Fields => ({
  name,
  title,
  description,
  annotations: { title, readOnlyHint: reads, destructiveHint: false, openWorldHint: false },
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([field, { type, description: words }]) => [
        field,
        { type, description: words },
      ]),
    ),
    required: Object.entries(fields).flatMap(([field, { isRequired }]) => (isRequired ? [field] : [])),
    additionalProperties: false,
  },
});

const fits = ({ type }: Argument, value: unknown): boolean =>
  type === 'integer'
    ? Number.isSafeInteger(value) && Number(value) > 0
    : typeof value === type && (type !== 'string' || String(value).length <= limits.textMax);

/** Describes what is wrong with the arguments of a tool; null: nothing. */
export function argumentFault({ fields }: Tool, args: Fields): string | null {
  for (const [field, argument] of Object.entries(fields)) {
    const value = args[field];
    if (value === undefined && !argument.isRequired) continue;
    if (value === undefined) return `${field} is missing`;
    if (!fits(argument, value)) return `${field} must be: ${argument.type}. ${argument.description}`;
  }
  const extra = Object.keys(args).find((name) => !Object.hasOwn(fields, name));
  if (extra !== undefined) return `there is no argument ${extra.slice(0, 64)}`;
  const rows = args['limit'];
  return rows !== undefined && Number(rows) > limits.rowsMax ? `limit is at most ${limits.rowsMax}` : null;
}

/** One answer of several calls, without chats that are gone; a refusal if it is all there is. */
export function toolResult(tool: Tool, answers: readonly Envelope[]): { text: string; isError: boolean } {
  const accepted = answers.filter(({ code }) => code === 0);
  const [refusal] = answers;
  if (refusal && accepted.length === 0) return { text: refusal.msg, isError: true };
  const results = accepted.map(({ data }) => tool.result(data));
  const value = results.length === 1 ? results[0] : results.flat();
  return { text: JSON.stringify(value), isError: false };
}
