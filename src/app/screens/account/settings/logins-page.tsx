import type { OwnLogin } from '../../../../client/interface/logins.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { LoadedPage, useMomentText } from './loaded-page.tsx';
import { type ProofFirst, useProof } from './use-proof.tsx';
import { useLogout } from '../use-logout.ts';

/** One line about a login: its place, and its last use. */
function useDetail(): (login: OwnLogin) => string {
  const { t } = useTranslation();
  const at = useMomentText();
  return ({ place, sinceMs, usedMs, isOwn }) => {
    const time =
      isOwn || usedMs === 0
        ? t('logins.since', { time: at(sinceMs) })
        : t('logins.used', { time: at(usedMs) });
    return place === '' ? time : `${place} · ${time}`;
  };
}

/** Ends logins after asking, then loads the list again. */
function useEnding(reload: () => void, withProof: ProofFirst) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  const end = async (id: string, message: string) => {
    const answer = await withProof(() => actions.endLogin(id));
    toasts.show(answer.ok ? message : failureText(t, answer.reason));
    reload();
  };
  return {
    one: async ({ id }: OwnLogin, device: string) => {
      const words = { title: t('logins.endAsk', { device }), text: t('logins.endText') };
      if (await ask({ ...words, confirm: t('logins.end'), danger: true }))
        await end(id, t('logins.ended', { device }));
    },
    others: async () => {
      const words = { title: t('logins.endOthersAsk'), text: t('logins.endText') };
      if (await ask({ ...words, confirm: t('logins.endOthers'), danger: true }))
        await end('others', t('logins.endedOthers'));
    },
  };
}

/**
 * `?view=logins` The devices on which the user is logged in, each with a button to end the login (LOGINS-4).
 */
export default function LoginsPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('logins', () => actions.logins());
  const { sheet, withProof } = useProof();
  const ending = useEnding(loaded.reload, withProof);
  const detail = useDetail();
  const logout = useLogout();
  const nameOf = ({ device }: OwnLogin): string => (device === '' ? t('logins.unknown') : device);
  const listed = (all: readonly OwnLogin[]) => {
    const own = all.find(({ isOwn }) => isOwn);
    const others = all.filter(({ isOwn }) => !isOwn);
    return (
      <>
        {own && (
          <RowList heading={t('logins.here')}>
            <Row
              title={nameOf(own)}
              detail={detail(own)}
              end={
                <Button small kind="quietDanger" onClick={() => void logout()}>
                  {t('logins.end')}
                </Button>
              }
            />
          </RowList>
        )}
        <RowList heading={t('logins.others')}>
          {others.length === 0 && <Row title={t('logins.none')} />}
          {others.map((login) => (
            <Row
              key={login.id}
              title={nameOf(login)}
              detail={detail(login)}
              end={
                <Button
                  small
                  kind="quietDanger"
                  aria-label={t('logins.endOf', { device: nameOf(login) })}
                  onClick={() => void ending.one(login, nameOf(login))}
                >
                  {t('logins.end')}
                </Button>
              }
            />
          ))}
        </RowList>
        {others.length > 0 && (
          <RowList>
            <Row danger centre title={t('logins.endOthers')} onPress={() => void ending.others()} />
          </RowList>
        )}
      </>
    );
  };
  return (
    <>
      <LoadedPage title={t('logins.title')} loaded={loaded} render={listed} />
      {sheet}
    </>
  );
}
