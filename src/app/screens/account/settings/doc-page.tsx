import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useNavigate, useQuery } from '../../../kit/navigation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { PATHS, pathTo } from '../../../paths/paths.ts';
import { recentEvents } from '../../../../client/browser/recent-events.ts';
import { makeReport } from '../../../../client/report/problem-report.ts';
import { Button } from '../../../kit/button.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { saveTextFile } from '../../../platform/save.ts';
import { clockTime } from '../../../shared/use-display-time.ts';
import problemReportStyles from './problem-report.module.css';
import styles from './mine.module.css';
import { folded, includesWords } from '../../../../domain/search-words.ts';

/** The app's own help articles. They are long, so they are loaded with their page and not with the texts. */
export interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const zh: readonly Article[] = [
  {
    id: 'notify',
    title: '怎样收到新消息通知？',
    text: '在“设置”里打开“系统通知”，浏览器询问时选择允许。\n通知只在页面不可见时出现，免打扰的聊天不会通知。\n如果已被阻止，请点击地址栏左侧的图标，在网站设置里允许通知，再重新打开页面。',
  },
  {
    id: 'verify',
    title: '为什么我的账号显示“未认证”？',
    text: '账号还没有绑定邮箱或手机号时显示“未认证”。\n在“账号安全”里选择“认证账号”，填写邮箱或手机号，输入收到的验证码即可。\n认证以后用新的邮箱或手机号登录，忘记密码时也能用验证码登录。',
  },
  {
    id: 'unsent',
    title: '没有网络时写的消息会怎样？',
    text: '消息保存在这台设备上，网络恢复后自动按顺序发出，不会重复。\n刷新或关闭页面不会丢失。被服务器拒绝的消息会标红，可以重新发送或取消发送。',
  },
  {
    id: 'join',
    title: '怎样加入群聊？',
    text: '请群成员打开聊天信息里的“群二维码”，用“扫一扫”扫描，或打开对方分享的链接。\n二维码 7 天内有效。关闭成员邀请后，二维码停止使用。',
  },
  {
    id: 'calls',
    title: '语音和视频通话需要什么？',
    text: '通话只能在安全连接（https）下使用，第一次会询问摄像头和麦克风权限。\n在“设置”的“检查摄像头和麦克风”里可以先选设备、看音量、听测试音。\n通话中打开任何聊天，通话会缩成小窗继续。手机静音或页面还没有被点过时，来电可能没有铃声。',
  },
  {
    id: 'privacy',
    title: '退出登录会删除什么？',
    text: '这台设备上的聊天记录副本、草稿和还没有发出的消息会被清除，服务器上的不受影响。\n登录过期或被其他设备挤下线时不会清除任何内容。',
  },
  {
    id: 'keys',
    title: '能只用键盘吗？',
    text: '可以。Tab 在各部分之间移动，方向键在列表里移动，回车打开，Esc 关闭。\n回车发送消息，Shift+回车换行。',
  },
];

const en: readonly Article[] = [
  {
    id: 'notify',
    title: 'How do I get notified of new messages?',
    text: 'Turn on "System notifications" in Settings and allow them when the browser asks.\nNotifications appear only while this page is not visible, and never for muted chats.\nIf they are blocked, press the icon to the left of the address, allow notifications in the site settings, and open the page again.',
  },
  {
    id: 'verify',
    title: 'Why is my account "Not verified"?',
    text: 'Your account is verified when it has an email address or phone number.\nChoose "Verify account" in "Account security", then enter your address and the code that is sent to it.\nAfter that, you log in with this address. If you forget your password, you can log in with a code.',
  },
  {
    id: 'unsent',
    title: 'What happens to messages written without a network?',
    text: 'They are stored on this device and sent automatically, in order and exactly once, when the network is back.\nReloading or closing the page loses nothing. A message that the server rejects is marked red: send it again or stop sending it.',
  },
  {
    id: 'join',
    title: 'How do I join a group?',
    text: 'Ask a member to open "Group QR code" in the chat info and scan it, or open the link that they share.\nA code is valid for 7 days. It stops working when members are no longer allowed to invite.',
  },
  {
    id: 'calls',
    title: 'What do voice and video calls need?',
    text: 'Calls need a secure connection (https). The first time, the browser asks for permission to use the camera and microphone.\n"Check camera and microphone" in Settings lets you choose devices, see the microphone level and hear a test sound.\nIf you open a chat during a call, the call continues in a small window. On a silenced phone, or before you have pressed anything on the page, a call may ring without sound.',
  },
  {
    id: 'privacy',
    title: 'What does logging out remove?',
    text: 'The copy of your chats on this device, drafts, and messages that were not sent yet. The data on the server is not affected.\nIf your login expires or another device logs you out, nothing is removed.',
  },
  {
    id: 'keys',
    title: 'Can I use only the keyboard?',
    text: 'Yes. Tab moves between the parts of the page, the arrow keys move in lists, Enter opens, Esc closes.\nEnter sends a message, Shift+Enter starts a new line.',
  },
];

/** Articles in the viewer's language. */
export const articlesIn = (language: string): readonly Article[] => (language.startsWith('zh') ? zh : en);

/** `/pages/mine/doc?id=` The app's own help, one article open at a time. */
export default function DocPage() {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery();
  const [typed, setTyped] = useState('');
  const open = query.get('id');
  const searchText = folded(typed);
  const articles = articlesIn(language).filter(({ title, text }) =>
    includesWords(`${title} ${text}`, searchText),
  );
  const toggle = (id: string) =>
    void navigate(open === id ? PATHS.doc : pathTo('doc', { id }), { replace: true });
  return (
    <Page cards bar={<TopBar title={t('title.doc')} />}>
      <SearchField label={t('doc.search')} value={typed} onValue={setTyped} />
      {articles.length === 0 && (
        <EmptyBlock kind="found" text={t('empty.found', { keywords: typed.trim() })} />
      )}
      <div>
        {articles.map(({ id, title, text }) => (
          <article key={id} className={styles.article}>
            <h2>
              <button
                type="button"
                className={styles.articleHead}
                aria-expanded={open === id}
                aria-controls={`doc-${id}`}
                onClick={() => toggle(id)}
              >
                <span>{title}</span>
                <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </h2>
            <p id={`doc-${id}`} className={styles.articleText} hidden={open !== id}>
              {text}
            </p>
          </article>
        ))}
        {searchText === '' && <Report isOpen={open === REPORT} toggle={() => toggle(REPORT)} />}
      </div>
    </Page>
  );
}

const REPORT = 'report';

function Report({ isOpen, toggle }: { readonly isOpen: boolean; readonly toggle: () => void }) {
  const { t } = useTranslation();
  return (
    <article className={styles.article}>
      <h2>
        <button
          type="button"
          className={styles.articleHead}
          aria-expanded={isOpen}
          aria-controls="doc-report"
          onClick={toggle}
        >
          <span>{t('trouble.title')}</span>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </h2>
      <div id="doc-report" hidden={!isOpen}>
        {isOpen && <ProblemReportPart />}
      </div>
    </article>
  );
}

/** Longest part of the file that the page shows; the file itself is complete. */
const SHOWN_CHARS = 60_000;

/** A recording of the last minutes, which the user reads and saves as a file; nothing is sent (INSP-14). */
function ProblemReportPart() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isMasked, setMasked] = useState(true);
  const [lines] = useState(() => recentEvents.lines());
  const report = useMemo(() => makeReport(lines, isMasked), [lines, isMasked]);
  if (report === null) return <p className={problemReportStyles.part}>{t('trouble.none')}</p>;
  const { text, events, chats, messages, sinceMs, untilMs, isCut } = report;
  const save = () => {
    saveTextFile('parley-problem.jsonl', text);
    toasts.show(t('trouble.saved'));
  };
  return (
    <div className={problemReportStyles.part}>
      <p>{t('trouble.what')}</p>
      <ul className={problemReportStyles.facts}>
        <li>{t('trouble.events', { count: events, from: clockTime(sinceMs), to: clockTime(untilMs) })}</li>
        <li>{t('trouble.state', { chats, messages })}</li>
        <li>{t('trouble.size', { size: Math.max(1, Math.round(text.length / 1_000)) })}</li>
        {isCut && <li>{t('trouble.cut')}</li>}
      </ul>
      <div className={problemReportStyles.mask}>
        <span>{t('trouble.mask')}</span>
        <Switch label={t('trouble.mask')} checked={isMasked} onChange={setMasked} />
      </div>
      <details className={problemReportStyles.details}>
        <summary>{t('trouble.show')}</summary>
        <pre tabIndex={0}>
          {text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}\n${t('trouble.more')}` : text}
        </pre>
      </details>
      <Button onClick={save}>{t('trouble.save')}</Button>
    </div>
  );
}
