import type { Contact } from '../../../client/state/state.ts';
import { useClient } from '../client-context.ts';
import { useLoad } from '../use-load.ts';
import ReportSheet from './report-sheet.tsx';
import { useInviter } from './use-reporting.tsx';

/** Leaves a group from a place that does not know its members, in the same form as elsewhere (REPORT-7). */
export default function LeaveSheet({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { actions } = useClient();
  const loaded = useLoad(contact.id, () => actions.members(contact.id));
  const inviter = useInviter(loaded.value);
  // Offline, the inviter cannot be loaded, and leaving reports that itself.
  if (loaded.state === 'loading') return null;
  const { id, displayName: name } = contact;
  const about = { kind: 'group', id } as const;
  const what = { about, name, group: { id, name }, person: inviter, leaving: true, beside: true };
  return <ReportSheet what={what} onClose={onClose} />;
}
