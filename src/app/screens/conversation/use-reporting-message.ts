import type { ReactNode } from 'react';
import { nameOf } from '../../../client/state/selectors.ts';
import type { Contact } from '../../../client/state/state.ts';
import { userId } from '../../../domain/ids.ts';
import type { Message } from '../../../domain/message.ts';
import { useClient } from '../../shared/client-context.ts';
import { useMay } from '../../shared/use-may.ts';
import { useReporting } from '../../shared/reporting/use-reporting.tsx';

/** Reports a message; users with the permission can also block its author and leave the group (REPORT-7). */
export function useReportingMessage(contact: Contact): {
  readonly report: (message: Message) => void;
  readonly layer: ReactNode;
} {
  const { store } = useClient();
  const { open, layer } = useReporting();
  const mayLeave = useMay(contact, 'leave');
  const report = ({ id, from }: Message) => {
    const person = { id: userId(from.id), name: nameOf(store.get(), from) };
    const group = mayLeave ? { id: contact.id, name: contact.displayName } : undefined;
    open({ about: { kind: 'message', id }, name: person.name, person, group });
  };
  return { report, layer };
}
