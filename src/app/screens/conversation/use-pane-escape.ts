import { useClosePane, usePane } from '../../kit/pane-context.ts';
import { isFreeEscape, useWindowKeys } from '../../kit/use-on-top.ts';

/** Closes the pane beside a chat by Escape, with the focus in the pane or nowhere (UI-172). */
export function usePaneEscape(): void {
  const close = useClosePane();
  const isInfo = usePane() === 'info';
  useWindowKeys((event) => {
    const at = event.target;
    const isOfMain = at instanceof Element && at !== document.body && at.closest('aside') === null;
    if (!isOfMain && isFreeEscape(event)) close();
  }, isInfo);
}
