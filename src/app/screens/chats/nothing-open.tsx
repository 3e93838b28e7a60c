import { rows } from '../../../client/state/selectors.ts';
import { isCommunity } from '../../../domain/config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { useStore } from '../../shared/client-context.ts';
import { NoChats } from './no-chats.tsx';
import StartHere from './start-here.tsx';

/** Beside a list without an open chat or profile; no "choose a chat" while the list is empty (UI-85). */
export default function NothingOpen({ people }: { readonly people: boolean }) {
  const { t } = useTranslation();
  const none = useStore((state) => state.sync.ready && rows(state).length === 0);
  const friends = useStore((state) => isCommunity(state.config));
  if (none && friends) return <NoChats kind="choose" text={t('home.firstChat')} />;
  const text = none ? 'home.firstChat' : people ? 'home.chooseContact' : 'home.choose';
  return (
    <div>
      <EmptyBlock kind={people ? 'contacts' : 'choose'} text={t(text)} />
      {!none && <StartHere people={people} />}
    </div>
  );
}
