import type { ContactId } from '../../domain/ids.ts';
import type { useHere } from '../kit/navigation.ts';
import { PATHS } from '../paths/paths.ts';

/** True at the page or the info of this chat. */
export const showsChat = (
  { pathname, search }: ReturnType<ReturnType<typeof useHere>>,
  id: ContactId,
): boolean =>
  (pathname === PATHS.chat || pathname === PATHS.chatInfo) && new URLSearchParams(search).get('id') === id;
