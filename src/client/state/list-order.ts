import type { ContactId } from '../../domain/ids.ts';
import {
  EMPTY_TREE,
  fromSorted,
  insert,
  newEdit,
  remove,
  replace,
  rowAt,
  samePlace,
  sizeOf,
  walkTree,
} from './order-tree.ts';
import type { TreeEdit, OrderTree } from './order-tree.ts';
import type { Contact } from './state.ts';

/** The list order: pinned contacts, then the others (LIST-1). A value; changes give a new one. */
export interface ListOrder {
  readonly pinned: OrderTree;
  readonly others: OrderTree;
}

/** Changes that are not in the order yet, newest first. */
export interface OrderChange {
  readonly id: ContactId;
  readonly was: Contact | undefined;
  readonly now: Contact | undefined;
  readonly earlier: OrderChange | null;
  readonly size: number;
}

export const NO_ORDER: ListOrder = { pinned: EMPTY_TREE, others: EMPTY_TREE };

/** Builds the order from contacts in list order. */
export function orderOf(contacts: readonly Contact[]): ListOrder {
  const at = contacts.findIndex((one) => !one.isTop);
  const split = at < 0 ? contacts.length : at;
  return { pinned: fromSorted(contacts.slice(0, split)), others: fromSorted(contacts.slice(split)) };
}

/** All changes at once: each node is copied once, and what changed twice is moved once. */
export function changed(order: ListOrder, changes: OrderChange | null): ListOrder {
  if (!changes) return order;
  const moves = new Map<ContactId, { was: Contact | undefined; readonly now: Contact | undefined }>();
  for (let one: OrderChange | null = changes; one; one = one.earlier) {
    const move = moves.get(one.id);
    if (move) move.was = one.was;
    else moves.set(one.id, { was: one.was, now: one.now });
  }
  const edit = newEdit();
  let next = order;
  for (const { was, now } of moves.values()) next = reorder(next, was, now, edit);
  return next;
}

function reorder(
  order: ListOrder,
  was: Contact | undefined,
  now: Contact | undefined,
  edit: TreeEdit,
): ListOrder {
  if (was && now && samePlace(was, now)) return inTree(order, now, (tree) => replace(tree, was, now, edit));
  const without = was ? inTree(order, was, (tree) => remove(tree, was, edit)) : order;
  return now ? inTree(without, now, (tree) => insert(tree, now, edit)) : without;
}

function inTree(
  { pinned, others }: ListOrder,
  { isTop }: Contact,
  change: (tree: OrderTree) => OrderTree,
): ListOrder {
  return isTop ? { pinned: change(pinned), others } : { pinned, others: change(others) };
}

export const orderRow = ({ pinned, others }: ListOrder, i: number): Contact | undefined => {
  const first = sizeOf(pinned);
  return i < first ? rowAt(pinned, i) : rowAt(others, i - first);
};

export function* walkOrder({ pinned, others }: ListOrder): IterableIterator<Contact> {
  yield* walkTree(pinned);
  yield* walkTree(others);
}
