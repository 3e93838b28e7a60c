import { ENDPOINTS } from '../../src/server/features/features.ts';
import type { Endpoint } from '../../src/server/features/endpoint.ts';

interface Shape {
  readonly type?: string;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
  readonly wrapped?: unknown;
}

/** Names of the fields that a call reads, from its schema. */
export const fieldsOf = (row: Endpoint): readonly string[] => namesIn(row.body);

function namesIn(given: unknown): readonly string[] {
  const shape = given as Shape;
  if (shape.entries) return Object.keys(shape.entries);
  if (shape.options) return shape.options.flatMap(namesIn);
  return shape.wrapped ? namesIn(shape.wrapped) : [];
}

export const ROWS = ENDPOINTS;

/** Values that many calls accept, so that only the wrong field is checked. */
export const plausible: Readonly<Record<string, unknown>> = {
  id: 'group-1',
  group_id: 'group-1',
  toContactId: 'group-1',
  user_id: 2,
  user_ids: [2],
  msg_id: 1,
  friend_id: 1,
  message: '',
  type: 'text',
  content: 'hello',
  at: [],
  status: 1,
  is_top: 1,
  is_notice: 1,
  keywords: 'anna',
  account: 'anna',
  password: 'secret-1',
  realname: 'Anna',
  remark: 'hello',
  nickname: 'Friend',
  displayName: 'Name',
  notice: 'Notice',
  role: 2,
  setting: { invite: 1 },
  client_id: 'none',
  page: 1,
  limit: 10,
  messages: [{ n: 1 }],
  src: '/files/x',
  file_id: 1,
  ids: [1],
  token: 'x',
  event: 'calling',
  code: 901,
};

/** The body of a call with one field replaced. */
export function bodyWith(row: Endpoint, field: string | null, value: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of fieldsOf(row)) if (name in plausible) body[name] = plausible[name];
  if (field !== null) body[field] = value;
  return body;
}
