import { useNavigate } from '../kit/navigation.ts';
import { accessIn } from '../../client/state/group-access.ts';
import type { Contact } from '../../client/state/state.ts';
import { personContact, type UserId } from '../../domain/ids.ts';
import { refusalFor } from '../../domain/permissions.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from './client-context.ts';
import { useToasts } from '../kit/toaster.tsx';
import { nowMs } from '../platform/time.ts';
import { pathTo } from '../paths/paths.ts';

/** Opens a person's page from a conversation: in groups only where the group allows it, friends always. */
export function useOpenPerson(contact: Pick<Contact, 'id'>): (person: { readonly id: UserId }) => void {
  const { t } = useTranslation();
  const { store } = useClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return ({ id }) => {
    const state = store.get();
    if (id === state.self?.id) return;
    const access = accessIn(state, contact.id);
    const isContact = state.contacts.get(personContact(id)) !== undefined;
    if (access && !isContact && refusalFor('openMember', access, nowMs() / 1_000) !== null)
      toasts.show(t('friend.privacy'));
    else void navigate(pathTo('userInfo', { id }));
  };
}
