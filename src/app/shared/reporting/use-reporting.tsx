import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import type { ContactId, UserId } from '../../../domain/ids.ts';
import type { Reported } from '../../../domain/report.ts';
import type { GroupMember } from '../../../client/interface/client.ts';
import { useStore } from '../client-context.ts';

const ReportSheet = lazyAside(() => import('./report-sheet.tsx'));

interface NamedSubject<I> {
  readonly id: I;
  readonly name: string;
}

/** Subject of a report or of leaving, and the optional extra actions. */
export interface Reporting {
  readonly about: Reported;
  /** Name of the subject: a user, or a group. */
  readonly name: string;
  /** User to block with it; absent: none. */
  readonly person?: NamedSubject<UserId> | undefined;
  /** A group that may be left with it; absent: none, or not by this person. */
  readonly group?: NamedSubject<ContactId> | undefined;
  /** The form starts with leaving the group, and reporting is the option. */
  readonly leaving?: boolean;
  /** Opened beside another page, which stays when the group is left. */
  readonly beside?: boolean;
}

/** The one form for reporting, blocking and leaving in one step, and what opens it (REPORT-7). */
export function useReporting(): { readonly open: (what: Reporting) => void; readonly layer: ReactNode } {
  const [what, setWhat] = useState<Reporting | null>(null);
  return {
    open: setWhat,
    layer: what !== null && (
      <Suspense fallback={null}>
        <ReportSheet what={what} onClose={() => setWhat(null)} />
      </Suspense>
    ),
  };
}

/** The inviter of this user, if still a member: they can be blocked when leaving. */
export function useInviter(members: readonly GroupMember[] | null) {
  const self = useStore((state) => state.self?.id);
  const mine = members?.find(({ user }) => user === self);
  const match = members?.find(({ user }) => user === mine?.inviter);
  return match && match.user !== self ? { id: match.user, name: match.displayName } : undefined;
}
