/** The users allowed by each choice: all, friends only, or none. */
export const WHO_MAY: Readonly<Record<string, { readonly friend: boolean; readonly stranger: boolean }>> = {
  all: { friend: true, stranger: true },
  friends: { friend: true, stranger: false },
  none: { friend: false, stranger: false },
};

/** The initial settings; invalid values count as initial. */
export function privacyRead(given: unknown): unknown {
  const stored = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const isReported = (name: string): boolean => ![false, 0].includes(stored[name] as number);
  const who = (name: string, first: string): string => {
    const one = stored[name];
    return typeof one === 'string' && Object.keys(WHO_MAY).includes(one) ? one : first;
  };
  return {
    typing: isReported('typing'),
    seen: who('seen', 'friends'),
    read: isReported('read'),
    adds: who('adds', 'all'),
    calls: who('calls', 'all'),
    found: who('found', 'all'),
    forwards: who('forwards', 'all'),
  };
}

/** Messages of a chat from the oldest on: which are own, and up to which one a user has read. */
export interface CountedChat {
  readonly mine: readonly boolean[];
  readonly readTo: number;
}

/** Counts messages neither read nor written by the user, one by one (COUNT-1). */
export const unreadMarked = ({ mine, readTo }: CountedChat): number =>
  mine.filter((own, at) => at >= readTo && !own).length;

/** Mentions of a message: none, some, all members, or all but some (BLOCK-11). */
export interface Mentioned {
  readonly everybody: boolean;
  readonly people: readonly number[];
}

export function mentionedTo({ everybody, people }: Mentioned, person: number | null): readonly number[] {
  if (!everybody) return people;
  return people.filter((one) => one === person).length > 0 ? [] : [0];
}

/** A user's place in a conversation. */
export interface ReadingSeat {
  readonly kind: 'favourites' | 'notice' | 'person' | 'group';
  /** True for favourites, which belong to the user; elsewhere true for present members. */
  readonly here: boolean;
  /** For a group: new members may read earlier messages. */
  readonly history: boolean;
  /** The last message before one came in. */
  readonly cameAfter: number;
}

/** The first readable ordinals, of this many: none for an absent member. */
export const readableOf = (
  { kind, here, history, cameAfter }: ReadingSeat,
  ordinals: readonly number[],
): readonly number[] =>
  ordinals.filter((n) => {
    if (kind === 'notice') return true;
    return here && (kind !== 'group' || history || n > cameAfter);
  });

const WITH_WORDS = ['text', 'image', 'video', 'file'];
const NOTICE = '<h3>群公告</h3>';

/** Why a message keeps its words; '' where they may be changed (EDIT-1, EDIT-2, POLL-8). */
export function editFault(message: {
  readonly type: string;
  readonly content: string;
  readonly recalled: boolean;
  readonly asks: boolean;
}): string {
  if (message.recalled) return 'recalled';
  if (!WITH_WORDS.includes(message.type)) return 'nobody wrote words';
  if (message.type !== 'text') return '';
  if (message.content.slice(0, NOTICE.length) === NOTICE) return 'notice';
  return message.asks ? 'poll' : '';
}
