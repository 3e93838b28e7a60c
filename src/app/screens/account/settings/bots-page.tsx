import { useState } from 'react';
import type { AccessToken, Bot } from '../../../../client/interface/bots.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { ShownOnce } from '../../../shared/shown-once.tsx';
import { useLoad } from '../../../shared/use-load.ts';
import { BotSheet } from './bot-sheet.tsx';
import { LoadedPage, useMomentText } from './loaded-page.tsx';
import { NewTokenSheet } from './new-token-sheet.tsx';
import { type ProofFirst, useProof } from './use-proof.tsx';
import styles from './second-step.module.css';

type Open = { readonly kind: 'newBot' | 'newToken' } | { readonly kind: 'bot'; readonly bot: Bot } | null;

/** Removes a bot or a token after asking. */
function useRemoving(reload: () => void, withProof: ProofFirst) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  return {
    bot: async ({ id, name }: Bot) => {
      const words = { title: t('bots.removeAsk', { name }), text: t('bots.removeText') };
      if (!(await ask({ ...words, confirm: t('bots.remove'), danger: true }))) return;
      const answer = await withProof(() => actions.removeBot(id));
      toasts.show(answer.ok ? t('bots.removed', { name }) : failureText(t, answer.reason));
      reload();
    },
    token: async ({ id, name }: AccessToken) => {
      const words = { title: t('tokens.removeAsk', { name }), text: t('tokens.removeText') };
      if (!(await ask({ ...words, confirm: t('tokens.remove'), danger: true }))) return;
      const answer = await actions.removeToken(id);
      toasts.show(answer.ok ? t('tokens.removed', { name }) : failureText(t, answer.reason));
      reload();
    },
  };
}

/** One line about a token: whose it is, what it may do, and its last use. */
function useDetail(bots: readonly Bot[]): (token: AccessToken) => string {
  const { t } = useTranslation();
  const at = useMomentText();
  return ({ bot, right, chats, usedMs, untilMs }) => {
    const owner = bot === 0 ? t('tokens.ofMe') : (bots.find(({ id }) => id === bot)?.name ?? '');
    const scope = chats.length === 0 ? '' : t('tokens.chatCount', { count: chats.length });
    const used = usedMs === 0 ? t('tokens.neverUsed') : t('tokens.used', { time: at(usedMs) });
    const until = untilMs === 0 ? t('tokens.noEnd') : t('tokens.until', { time: fullTime(untilMs) });
    return [owner, t(`tokens.right.${right}`), scope, used, until].filter(Boolean).join(' · ');
  };
}

/** `?view=bots` The user's bots and tokens: listed, added, named, removed (BOT-7). */
export default function BotsPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('bots', () => actions.bots());
  const [open, setOpen] = useState<Open>(null);
  const [once, setOnce] = useState<{
    readonly of: 'tokens.shown' | 'bots.secret';
    readonly secret: string;
  } | null>(null);
  const { sheet, withProof } = useProof();
  const removing = useRemoving(loaded.reload, withProof);
  const close = () => {
    setOpen(null);
    loaded.reload();
  };
  return (
    <>
      <LoadedPage
        title={t('bots.title')}
        loaded={loaded}
        render={({ bots, tokens }) => (
          <>
            <BotRows bots={bots} onOpen={setOpen} />
            <TokenRows bots={bots} tokens={tokens} onOpen={setOpen} onRemove={removing.token} />
            {(open?.kind === 'newBot' || open?.kind === 'bot') && (
              <BotSheet
                bot={open.kind === 'bot' ? open.bot : null}
                onRemove={(bot) => {
                  setOpen(null);
                  void removing.bot(bot);
                }}
                onSecret={(secret) => {
                  close();
                  setOnce({ of: 'bots.secret', secret });
                }}
                onClose={close}
              />
            )}
            {open?.kind === 'newToken' && (
              <NewTokenSheet
                bots={bots}
                withProof={withProof}
                onToken={(secret) => setOnce({ of: 'tokens.shown', secret })}
                onClose={close}
              />
            )}
          </>
        )}
      />
      {once !== null && (
        <ShownOnce
          title={t(once.of)}
          text={t(once.of === 'bots.secret' ? 'outgoing.secretText' : 'tokens.shownText')}
          secret={once.secret}
          onClose={() => setOnce(null)}
        />
      )}
      {sheet}
    </>
  );
}

function BotRows({ bots, onOpen }: { readonly bots: readonly Bot[]; readonly onOpen: (open: Open) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <RowList heading={t('bots.own')}>
        {bots.length === 0 && <Row title={t('bots.none')} />}
        {bots.map((bot) => (
          <Row
            key={bot.id}
            title={bot.name}
            detail={[
              bot.account,
              ...(bot.url === '' ? [] : [t('bots.commandCount', { count: bot.commands.length })]),
            ].join(' · ')}
            value=""
            onPress={() => onOpen({ kind: 'bot', bot })}
          />
        ))}
      </RowList>
      <p className={styles.note}>{t('bots.what')}</p>
      <RowList>
        <Row centre title={t('bots.add')} onPress={() => onOpen({ kind: 'newBot' })} />
      </RowList>
    </>
  );
}

function TokenRows({
  bots,
  tokens,
  onOpen,
  onRemove,
}: {
  readonly bots: readonly Bot[];
  readonly tokens: readonly AccessToken[];
  readonly onOpen: (open: Open) => void;
  readonly onRemove: (token: AccessToken) => Promise<void>;
}) {
  const { t } = useTranslation();
  const detail = useDetail(bots);
  return (
    <>
      <RowList heading={t('tokens.own')}>
        {tokens.length === 0 && <Row title={t('tokens.none')} />}
        {tokens.map((token) => (
          <Row
            key={token.id}
            title={token.name}
            detail={detail(token)}
            end={
              <Button
                small
                kind="quietDanger"
                aria-label={t('tokens.removeOf', { name: token.name })}
                onClick={() => void onRemove(token)}
              >
                {t('tokens.remove')}
              </Button>
            }
          />
        ))}
      </RowList>
      <p className={styles.note}>{t('tokens.what')}</p>
      <RowList>
        <Row centre title={t('tokens.add')} onPress={() => onOpen({ kind: 'newToken' })} />
      </RowList>
    </>
  );
}
