import { useLocation } from 'react-router-dom';
import type { CallView } from '../../client/interface/calls.ts';
import { contactId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useQuery } from '../kit/navigation.ts';
import { useStore } from '../shared/client-context.ts';
import { contactName } from '../shared/contact-name.ts';
import { useCall } from '../shared/use-call.ts';
import { placeOfPath, type RoutePlace } from './routes.tsx';
import { useTitle } from './use-title.ts';
import { PATHS } from '../paths/paths.ts';

/** Pages of one conversation. */
const OF_CHAT: ReadonlySet<string> = new Set([PATHS.chat, PATHS.chatInfo, PATHS.chatHistory]);

/** A separate component, so that a new title renders nothing else. */
export function WindowTitle(): null {
  const place = placeOfPath(useLocation().pathname);
  const { t } = useTranslation();
  const query = useQuery();
  const call = useCall();
  const id = place.kind === 'page' && OF_CHAT.has(place.route.path) ? query.get('id') : null;
  const chat = useStore((state) => {
    const contact = id === null ? undefined : state.contacts.get(contactId(id));
    return contact === undefined ? null : contactName(t, contact);
  });
  const lives = call !== null && call.stage !== 'ended';
  useTitle(titleOf(place), lives ? t(callTitle(call), { name: call.name }) : chat);
  return null;
}

function callTitle({ stage }: CallView): 'title.rings' | 'title.calling' | 'title.inCall' {
  if (stage === 'ringing') return 'title.rings';
  return stage === 'preparing' || stage === 'calling' ? 'title.calling' : 'title.inCall';
}

function titleOf(place: RoutePlace): Parameters<typeof useTitle>[0] {
  switch (place.kind) {
    case 'tab':
      return `title.${place.tab}`;
    case 'page':
      return place.route.title;
    case 'unknown':
      return 'page.notFound';
  }
}
