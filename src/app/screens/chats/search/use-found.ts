import { useMemo } from 'react';
import type { FoundMessage } from '../../../../client/interface/files.ts';
import { addressBook, type Entry, groupList } from '../../../../client/state/chat-selectors.ts';
import { isNarrowed } from '../../../../domain/search-filter.ts';
import { searchLimits } from '../../../../domain/limits.ts';
import { ok } from '../../../../domain/result.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { matchesContact } from '../../../shared/match.ts';
import { useFollow } from '../../../shared/use-follow.ts';
import { type Loaded, useLoad } from '../../../shared/use-load.ts';
import { usePaused } from '../../../kit/use-paused.ts';
import { filterOf, type Narrowing } from '../../../shared/narrowing/use-narrowing.ts';

export interface SearchFindings {
  readonly people: readonly Entry[];
  readonly groups: readonly Entry[];
  readonly messages: Loaded<{ readonly rows: readonly FoundMessage[]; readonly more: boolean }> & {
    readonly reload: () => void;
  };
  /** The query that `messages` belongs to: messages wait for a pause in typing, users and groups do not. */
  readonly asked: string;
}

const NOTHING = ok({ rows: [] as readonly FoundMessage[], more: false });

/** People and groups of this device at once; messages from the server when typing pauses (SEARCH-5). */
export function useFound(typed: string, withMessages: boolean, narrowing: Narrowing = {}): SearchFindings {
  const { actions } = useClient();
  const keywords = typed.trim();
  const [asked] = usePaused(typed);
  const book = useStore(addressBook);
  const allGroups = useStore(groupList);
  const people = useMemo(
    () =>
      keywords === ''
        ? []
        : book
            .flatMap(({ contacts }) => contacts)
            .filter((one) => matchesContact(one, keywords))
            .slice(0, searchLimits.shownMax),
    [book, keywords],
  );
  const groups = useMemo(
    () =>
      keywords === ''
        ? []
        : allGroups.filter((one) => matchesContact(one, keywords)).slice(0, searchLimits.shownMax),
    [allGroups, keywords],
  );
  const filter = filterOf(narrowing);
  const wish = {
    keywords: asked,
    ...(narrowing.in && { conversation: narrowing.in.id }),
    ...(isNarrowed(filter) && { filter }),
  };
  const isWanted = withMessages && (asked !== '' || isNarrowed(filter));
  const messages = useLoad(`search ${JSON.stringify(wish)}`, () =>
    isWanted ? actions.searchMessages(wish) : Promise.resolve(NOTHING),
  );
  const chats = [...new Set((messages.value?.rows ?? []).map(({ conversation }) => conversation))];
  useFollow(chats, messages.reload);
  return { people, groups, messages, asked };
}
