import { BookUser, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../client/interface/client.ts';
import { contactId } from '../../domain/ids.ts';
import type { Connection } from '../../client/state/state.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ChatGround } from '../shared/chat-ground.tsx';
import { ClientContext, useClient } from '../shared/client-context.ts';
import { ConnectionStrip } from '../shared/connection-strip.tsx';
import { PaneContext } from '../kit/pane-context.ts';
import { EvenList } from '../kit/even-list.tsx';
import { PATHS } from '../paths/paths.ts';
import { Page } from '../kit/page.tsx';
import { Row, RowList } from '../kit/row.tsx';
import { Switch } from '../kit/switch.tsx';
import { TabBar } from '../kit/tab-bar.tsx';
import { TopBar } from '../shared/top-bar.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { KitSection, WholePart } from './parts.tsx';
import styles from './kit-page.module.css';

const MANY = Array.from({ length: 10_000 }, (_, i) => ({ n: i + 1 }));
const icon = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The same client with another state of its line. */
function useConnected(connection: Connection): Client {
  const client = useClient();
  const [state] = useState(() => ({ ...client.store.get(), connection }));
  return { ...client, store: { get: () => state, subscribe: () => () => undefined } };
}

/** Parts that contain others. */
export const Framing = ({ title }: { readonly title: string }) => (
  <KitSection title={title}>
    <Bars />
    <Pages />
    <Lists />
    <WholePart name="ChatGround">
      <div className={styles.framed}>
        <ChatGround chat={contactId('1')} />
      </div>
    </WholePart>
  </KitSection>
);

function Bars() {
  const { t } = useTranslation();
  const strip = useConnected({ name: 'lost' });
  return (
    <>
      <WholePart name="TopBar">
        <PaneContext value="info">
          <TopBar title={t('title.chat')} subtitle={t('chat.online')} backCount={12} />
        </PaneContext>
      </WholePart>
      <WholePart name="TabBar">
        <TabBar
          label={t('a11y.mainNav')}
          items={[
            {
              to: PATHS.home,
              label: t('nav.messages'),
              icon: <MessageCircle {...icon} />,
              count: 3,
              current: true,
            },
            {
              to: PATHS.contacts,
              label: t('title.contacts'),
              icon: <BookUser {...icon} />,
              count: 0,
              current: false,
            },
          ]}
        />
      </WholePart>
      <WholePart name="ConnectionStrip">
        <ClientContext value={strip}>
          <ConnectionStrip />
        </ClientContext>
      </WholePart>
    </>
  );
}

function Pages() {
  const { t } = useTranslation();
  const [on, setOn] = useState(false);
  return (
    <WholePart name="Page, Row, RowList">
      <div className={styles.framed}>
        <Page
          cards
          bar={
            <PaneContext value="list">
              <TopBar back={false} title={t('title.setting')} />
            </PaneContext>
          }
        >
          <RowList heading={t('title.setting')}>
            <Row title={t('me.sound')} end={<Switch label={t('me.sound')} checked={on} onChange={setOn} />} />
            <Row title={t('title.about')} to={PATHS.about} />
            <Row
              title={t('ginfo.notice')}
              detail={t('ginfo.noNotice')}
              value={t('common.off')}
              onPress={() => undefined}
            />
            <Row danger centre title={t('logout.action')} onPress={() => undefined} />
          </RowList>
        </Page>
      </div>
    </WholePart>
  );
}

function Lists() {
  const { t } = useTranslation();
  return (
    <>
      <WholePart name="VirtualList">
        <div className={styles.list}>
          <VirtualList label={t('title.contacts')} itemPx={45} data={MANY}>
            {({ n }) => <Item key={n} n={n} />}
          </VirtualList>
        </div>
      </WholePart>
      <WholePart name="EvenList">
        <div className={styles.list}>
          <EvenList label={t('home.list')} rowPx={45} data={MANY}>
            {({ n }) => <Item key={n} n={n} />}
          </EvenList>
        </div>
      </WholePart>
    </>
  );
}

const Item = ({ n }: { readonly n: number }) => (
  <button type="button" data-row="" className={styles.item} style={{ width: '100%', textAlign: 'start' }}>
    {n}
  </button>
);
