import { useNavigate } from '../../../kit/navigation.ts';
import { meaningOf } from '../../../../domain/picture-code.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { copyText } from '../../../kit/copy-text.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { stillHere } from '../../../kit/still-here.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { pathTo } from '../../../paths/paths.ts';

/** Follows a code; true if the page was left. The page is replaced, so that "back" does not scan again. */
export function useFoundCode(): (words: string) => Promise<boolean> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const ask = useAsk();
  const go = (to: string): true => {
    void navigate(to, { replace: true });
    return true;
  };
  return async (words) => {
    const meaning = meaningOf(words, location.origin);
    switch (meaning.kind) {
      case 'page':
        return go(meaning.path);
      case 'group':
      case 'person': {
        const here = stillHere();
        const answer = await actions.scanned(meaning.kind, meaning.token);
        // A user who has navigated since is not moved back.
        if (!here()) return true;
        if (!answer.ok) {
          toasts.show(failureText(t, answer.reason));
          return false;
        }
        const value = answer.value;
        return go(
          value.kind === 'group'
            ? pathTo('groupInfo', { token: value.token })
            : pathTo('userInfo', { id: value.person.id }),
        );
      }
      case 'web': {
        const title = t('scan.webTitle');
        return (
          (await ask({ title, text: meaning.address, confirm: t('common.open') })) &&
          go(pathTo('browser', { src: meaning.address }))
        );
      }
      case 'text':
        if (
          (await ask({ title: t('scan.textTitle'), text: meaning.text, confirm: t('common.copy') })) &&
          (await copyText(meaning.text))
        )
          toasts.show(t('common.copied'));
        return false;
    }
  };
}
