import { useState } from 'react';
import type { GroupMember } from '../../../../client/interface/client.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { folded, includesWords } from '../../../../domain/search-words.ts';
import {
  isTeamName,
  type Team,
  teamLimits,
  teamNamed,
  teamsIn,
  teamsText,
} from '../../../../domain/teams.ts';
import { cx } from '../../../kit/class-names.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { CheckList } from '../../../kit/choice-list.tsx';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useMay } from '../../../shared/use-may.ts';
import { NO_MEMBERS, useMembers } from '../../../shared/use-members.ts';
import styles from './entrances.module.css';

/** Named sets of members, which all read and those who manage the group change (MENTION-13). */
export default function TeamsSheet({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const ask = useAsk();
  const may = useMay(contact, 'editSetting');
  const members = useMembers(contact.id).value ?? NO_MEMBERS;
  const [form, setForm] = useState<{ readonly team: Team | null } | null>(null);
  const text = contact.group?.setting.teams ?? '';
  const teams = teamsIn(text);
  const save = (next: readonly Team[]) =>
    actions.setGroupSetting(contact.id, { teams: teamsText(next) }, { teams: text });
  if (form !== null)
    return (
      <TeamForm
        team={form.team}
        teams={teams}
        members={members}
        onSave={save}
        onClose={() => setForm(null)}
      />
    );
  const remove = async (team: Team) => {
    const words = { title: t('team.removeTitle', { name: team.name }), text: t('team.removeText') };
    if (!(await ask({ ...words, confirm: t('team.remove'), danger: true }))) return;
    const answer = await save(teams.filter((one) => one.name !== team.name));
    if (!answer.ok) toasts.show(failureText(t, answer.reason));
  };
  return (
    <Sheet open onClose={onClose} title={t('team.title')}>
      <div className={styles.sheet}>
        {teams.length === 0 && <p className={styles.none}>{t('team.none')}</p>}
        <ul>
          {teams.map((team) => (
            <li key={team.name} className={styles.line}>
              <div className={styles.words}>
                <p className={styles.name}>
                  <bdi>@{team.name}</bdi>
                </p>
                <p className={styles.soft}>{namesOf(team, members).join(' · ')}</p>
                {may && (
                  <div className={cx(styles.ways, styles.quiet)}>
                    <Button kind="quiet" small onClick={() => setForm({ team })}>
                      {t('team.change')}
                    </Button>
                    <Button kind="quietDanger" small onClick={() => void remove(team)}>
                      {t('team.remove')}
                    </Button>
                  </div>
                )}
              </div>
            </li>
          ))}
        </ul>
        {may && teams.length >= teamLimits.teamsMax && (
          <p className={styles.none}>{t('team.many', { max: teamLimits.teamsMax })}</p>
        )}
        {may && teams.length < teamLimits.teamsMax && (
          <Button kind="primary" block onClick={() => setForm({ team: null })}>
            {t('team.add')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

const namesOf = (team: Team, members: readonly GroupMember[]): readonly string[] =>
  members.filter(({ user }) => team.members.includes(user)).map(({ displayName }) => displayName);

function TeamForm({
  team,
  teams,
  members,
  onSave,
  onClose,
}: {
  readonly team: Team | null;
  readonly teams: readonly Team[];
  readonly members: readonly GroupMember[];
  readonly onSave: (
    next: readonly Team[],
  ) => ReturnType<ReturnType<typeof useClient>['actions']['setGroupSetting']>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState(team?.name ?? '');
  // Members who left do not count, and are no longer in it after the next save.
  const [before] = useState(team?.members ?? []);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [find, setFind] = useState('');
  const present = members.map(({ user }) => user as number);
  const values = (chosen ?? before).filter((id) => present.includes(id));
  const submit = async (): Promise<FormProblem | null> => {
    const others = teams.filter((one) => one.name !== team?.name);
    if (!isTeamName(name.trim()))
      return { field: 'name', text: t('team.wrongName', { max: teamLimits.nameMax }) };
    if (teamNamed(teamsText(others), name.trim()) !== null) return { field: 'name', text: t('team.taken') };
    if (values.length === 0 || values.length > teamLimits.membersMax)
      return t('team.needMembers', { max: teamLimits.membersMax });
    const answer = await onSave([...others, { name: name.trim(), members: values }]);
    return answer.ok ? null : failureText(t, answer.reason);
  };
  const query = folded(find);
  const listed = members.filter(({ displayName, account }) =>
    [displayName, account].some((words) => includesWords(words, query)),
  );
  return (
    <FormSheet
      open
      title={t(team ? 'team.edit' : 'team.add')}
      confirm={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('team.name')}
        name="name"
        value={name}
        visibleMax={teamLimits.nameMax}
        autoComplete="off"
        onValue={setName}
      />
      {members.length > FEW && (
        <TextField label={t('team.find')} value={find} autoComplete="off" onValue={setFind} />
      )}
      <CheckList
        label={t('team.members')}
        values={values}
        choices={listed.map(({ user, displayName }) => ({ value: user as number, label: displayName }))}
        onValues={setChosen}
      />
    </FormSheet>
  );
}

/** More members than this can be narrowed by name. */
const FEW = 10;
