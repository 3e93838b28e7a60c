import { BellOff, Pin, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { CodeField } from '../shared/code-field.tsx';
import { CheckList, ChoiceList } from '../kit/choice-list.tsx';
import { SearchField } from '../kit/search-field.tsx';
import { SegmentedTabs } from '../kit/segmented-tabs.tsx';
import { type SwipeAction, SwipeRow } from '../kit/swipe-row.tsx';
import { Switch } from '../kit/switch.tsx';
import { Select } from '../kit/select.tsx';
import { TextArea } from '../kit/text-area.tsx';
import { TextField } from '../kit/text-field.tsx';
import { KitPart, KitSection, WholePart } from './parts.tsx';
import styles from './kit-page.module.css';

const SPEAKING = [0, 1, 2] as const;
const nothing = () => undefined;
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Parts that are pressed or written into. */
export const Acting = ({ title }: { readonly title: string }) => (
  <KitSection title={title}>
    <Buttons />
    <Choices />
    <Fields />
  </KitSection>
);

function Buttons() {
  const { t } = useTranslation();
  const [on, setOn] = useState(true);
  return (
    <>
      <KitPart name="Button">
        <Button>{t('common.cancel')}</Button>
        <Button kind="primary">{t('common.save')}</Button>
        <Button kind="danger">{t('common.delete')}</Button>
        <Button kind="quiet">{t('common.more')}</Button>
        <Button kind="quietDanger">{t('friend.delete')}</Button>
        <Button small>{t('common.copy')}</Button>
        <Button busy>{t('common.sending')}</Button>
        <Button disabled>{t('common.done')}</Button>
        <Button kind="primary" icon={<Plus {...icon} />}>
          {t('friend.add')}
        </Button>
      </KitPart>
      <KitPart name="IconButton">
        <IconButton label={t('common.add')}>
          <Plus {...icon} />
        </IconButton>
        <IconButton small label={t('common.clear')}>
          <Trash2 {...icon} />
        </IconButton>
        <IconButton disabled label={t('common.edit')}>
          <Pin {...icon} />
        </IconButton>
      </KitPart>
      <KitPart name="Switch">
        <Switch label={t('me.sound')} checked={on} onChange={setOn} />
        <Switch label={t('setting.circle')} checked={!on} onChange={nothing} />
      </KitPart>
    </>
  );
}

function Choices() {
  const { t } = useTranslation();
  const [speakers, setSpeakers] = useState<readonly (0 | 1 | 2)[]>([1]);
  const [tab, setTab] = useState<'all' | 'unread' | 'at'>('all');
  const [choice, setChoice] = useState<(typeof SPEAKING)[number]>(0);
  const [open, setOpen] = useState(false);
  const swiping: readonly SwipeAction[] = [
    { key: 'pin', label: t('chatOp.pin'), icon: <Pin {...icon} />, tone: 'accent', onSelect: nothing },
    { key: 'mute', label: t('chatOp.mute'), icon: <BellOff {...icon} />, tone: 'plain', onSelect: nothing },
    {
      key: 'delete',
      label: t('common.delete'),
      icon: <Trash2 {...icon} />,
      tone: 'danger',
      onSelect: nothing,
    },
  ];
  return (
    <>
      <KitPart name="SegmentedTabs">
        <SegmentedTabs
          label={t('home.tabs')}
          value={tab}
          onChange={setTab}
          items={[
            { key: 'all', label: t('home.tabAll') },
            { key: 'unread', label: t('home.tabUnread'), count: 12 },
            { key: 'at', label: t('home.tabAt'), count: 120 },
          ]}
        />
      </KitPart>
      <WholePart name="ChoiceList">
        <ChoiceList
          label={t('gman.speaking')}
          value={choice}
          choices={SPEAKING.map((value) => ({ value, label: t(`gman.speak${value}`) }))}
          onChoose={setChoice}
        />
      </WholePart>
      <WholePart name="CheckList">
        <CheckList
          label={t('gman.speaking')}
          values={speakers}
          choices={SPEAKING.map((value) => ({ value, label: t(`gman.speak${value}`) }))}
          onValues={setSpeakers}
        />
      </WholePart>
      <WholePart name="SwipeRow">
        <div style={{ position: 'relative', overflow: 'hidden' }}>
          <SwipeRow open={open} onOpen={setOpen} actions={() => swiping}>
            {({ className, style, ...handlers }) => (
              <div
                className={`${styles.item} ${className}`}
                style={{ ...style, background: 'var(--surface)' }}
                {...handlers}
              >
                {t('home.list')}
              </div>
            )}
          </SwipeRow>
        </div>
      </WholePart>
    </>
  );
}

function Fields() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('a');
  return (
    <>
      <KitPart name="TextField">
        <TextField label={t('login.account')} value="" onValue={nothing} hint={t('reg.accountAny')} />
        <TextField label={t('login.password')} type="password" value="secret" onValue={nothing} />
        <TextField label={t('person.email')} value="a@" error={t('rule.email')} onValue={nothing} />
        <TextField label={t('person.realname')} value={t('group.me')} readOnly onValue={nothing} />
      </KitPart>
      <KitPart name="TextArea">
        <TextArea
          label={t('profile.motto')}
          rows={2}
          maxLength={20}
          value={t('qr.ownNote')}
          error={null}
          onValue={nothing}
        />
        <TextArea
          label={t('ginfo.notice')}
          rows={2}
          maxLength={20}
          value=""
          error={t('gman.needNotice')}
          onValue={nothing}
        />
      </KitPart>
      <WholePart name="CodeField">
        <CodeField
          label={t('secure.newCode')}
          account=""
          purpose="login"
          value=""
          error={null}
          onValue={nothing}
        />
        <CodeField
          label={t('secure.newCode')}
          account=""
          purpose="login"
          value="12"
          error={t('secure.needCode')}
          onValue={nothing}
        />
      </WholePart>
      <KitPart name="Select">
        <Select aria-label={t('nav.language')}>
          <option>English</option>
          <option lang="zh-CN">中文</option>
        </Select>
      </KitPart>
      <WholePart name="SearchField">
        <SearchField label={t('search.groupsHint')} value={typed} onValue={setTyped} />
      </WholePart>
    </>
  );
}
