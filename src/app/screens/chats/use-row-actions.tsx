import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import { contactView } from '../../../client/state/contact-view.ts';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { pageTexts } from '../../i18n/index.ts';
import { textsNow } from '../../i18n/shown.ts';
import { useClient } from '../../shared/client-context.ts';
import { type MenuContent, type MenuPlace, useMenu } from '../../kit/menu.tsx';
import type { SwipeAction } from '../../kit/swipe-row.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useLeaving } from '../../kit/use-leaving.ts';
import type { Arranging } from './chat-list.tsx';
import type * as RowMenuCode from './row-menu.tsx';
import type { RowMenu } from './row-menu.tsx';

export interface ContactRowActions {
  readonly menu: (contact: Contact, at: MenuPlace) => void;
  readonly swipe: (contact: Contact) => readonly SwipeAction[];
  /** Deleted here while "Undo" is possible: hidden, but not sent to the server yet. */
  readonly leaving: ReadonlySet<ContactId>;
}

/** Row actions, loaded with the first press or the first slide of a finger. */
let code: typeof RowMenuCode | null = null;
const loadCode = async (): Promise<typeof RowMenuCode> =>
  (code ??= (await Promise.all([import('./row-menu.tsx'), pageTexts()]))[0]);

const NONE: readonly SwipeAction[] = [];

/** Actions on a row: the same by menu, swipe, right click and keys. */
export function useRowActions(
  arrange: (arranging: Arranging) => void,
  leave: (group: Contact) => void,
): ContactRowActions {
  const { actions, store } = useClient();
  const openMenu = useMenu((content: () => MenuContent | null) => content());
  const toasts = useToasts();
  const navigate = useNavigate();
  // `navigate` is a different function on every page, which must not render the rows again.
  const way = useRef(navigate);
  useEffect(() => {
    way.current = navigate;
  });
  const [leaving, setLeaving] = useLeaving<ContactId>();
  return useMemo(() => {
    const menuOf = ({ createRowMenu }: typeof RowMenuCode): RowMenu =>
      createRowMenu({
        // The menu's texts are loaded with it, so an earlier `t` lacks them.
        t: textsNow().t,
        actions,
        openMenu,
        toasts,
        navigate: way.current,
        isPlain: () => store.get().sync.plain,
        setLeaving,
        arrange,
        leave,
      });
    // Code that failed to load is requested again by the next press.
    const unmade = (): undefined => undefined;
    return {
      leaving,
      menu: ({ id }, at) => {
        const open = (here: typeof RowMenuCode) =>
          openMenu(at, () => {
            const contact = contactView(store.get(), id);
            return contact ? menuOf(here).content(contact, at) : null;
          });
        void loadCode().then(open, unmade);
      },
      swipe: (contact) => {
        if (code !== null) return menuOf(code).swipe(contact);
        void loadCode().catch(unmade);
        return NONE;
      },
    };
  }, [actions, arrange, leave, leaving, openMenu, setLeaving, store, toasts]);
}
