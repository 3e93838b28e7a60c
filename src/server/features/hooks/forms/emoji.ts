/** Short names of emoji that monitoring and build tools write; others stay as typed. */
const EMOJI: Readonly<Record<string, string>> = Object.fromEntries(
  `white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ x ❌
  negative_squared_cross_mark ❎ warning ⚠️ rotating_light 🚨 fire 🔥 boom 💥 bell 🔔 no_bell 🔕
  exclamation ❗ heavy_exclamation_mark ❗ bangbang ‼️ question ❓ no_entry ⛔ no_entry_sign 🚫
  stop_sign 🛑 construction 🚧 rocket 🚀 tada 🎉 sparkles ✨ star ⭐ star2 🌟 zap ⚡ hourglass ⌛
  hourglass_flowing_sand ⏳ clock1 🕐 alarm_clock ⏰ stopwatch ⏱️ bug 🐛 wrench 🔧 hammer 🔨 gear ⚙️
  package 📦 ship 🚢 truck 🚚 lock 🔒 unlock 🔓 key 🔑 mag 🔍 link 🔗 memo 📝 pencil ✏️ pencil2 ✏️
  book 📖 bookmark 🔖 clipboard 📋 calendar 📅 date 📅 chart_with_upwards_trend 📈
  chart_with_downwards_trend 📉 bar_chart 📊 email 📧 envelope ✉️ inbox_tray 📥 outbox_tray 📤
  speech_balloon 💬 loudspeaker 📢 mega 📣 eyes 👀 wave 👋 thumbsup 👍 +1 👍 thumbsdown 👎 -1 👎
  clap 👏 pray 🙏 muscle 💪 point_right 👉 raised_hands 🙌 ok_hand 👌 ok 🆗 smile 😄 smiley 😃
  grinning 😀 joy 😂 sob 😭 cry 😢 thinking_face 🤔 thinking 🤔 sunglasses 😎 heart ❤️
  broken_heart 💔 skull 💀 ghost 👻 robot_face 🤖 robot 🤖 computer 💻 desktop_computer 🖥️
  floppy_disk 💾 cloud ☁️ sunny ☀️ snowflake ❄️ umbrella ☔ earth_americas 🌎
  globe_with_meridians 🌐 house 🏠 moneybag 💰 red_circle 🔴 large_orange_circle 🟠
  large_yellow_circle 🟡 large_green_circle 🟢 large_blue_circle 🔵 white_circle ⚪ black_circle ⚫
  green_heart 💚 blue_heart 💙 yellow_heart 💛 recycle ♻️ arrow_up ⬆️ arrow_down ⬇️ arrow_right ➡️
  arrow_left ⬅️ arrows_counterclockwise 🔄 information_source ℹ️ bulb 💡 dart 🎯 trophy 🏆
  medal 🏅 coffee ☕ beer 🍺 pizza 🍕 cake 🍰 gift 🎁 birthday 🎂 100 💯`
    .trim()
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1] ?? '']] : [])),
);

/** Replaces `:name:`, also with a skin tone behind it. */
export const withEmoji = (text: string): string =>
  text.replaceAll(/:([a-z0-9_+-]+):(?::skin-tone-\d:)?/g, (whole, name: string) => emojiOf(name) || whole);

export const emojiOf = (name: string): string => (Object.hasOwn(EMOJI, name) ? (EMOJI[name] ?? '') : '');
