// Pictures of the page: screenshots.mjs FOLDER OUT [all]. Two for the README; `all`: every view, light and dark, narrow and wide, to look at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from '../scripts/serve.mjs';

const [folder, out, all] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const { server, address } = await serve(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});

const digits = '#data=digits&method=tsd&p.between=80&dims=5';
const views = {
  start: { hash: '', ready: '[data-key=curve] .line' },
  compare: { hash: `${digits}&tab=compare`, ready: 'table.compare tbody tr:nth-child(6)' },
  tune: { hash: '#data=iris&method=laplda&dims=2&tab=tune', work: (page) => page.click('text=Tune laplda'), ready: 'text=Use these settings' },
  try: { hash: `${digits}&tab=try`, work: drawThree, ready: '.verdict' },
  export: { hash: `${digits}&tab=export&view=3d`, ready: '[data-snippet=cli]' },
};

async function drawThree(page) {
  await page.locator('.pad').scrollIntoViewIfNeeded();
  const { x, y, width, height } = await page.locator('.pad').boundingBox();
  const arc = (v, from, to) =>
    Array.from({ length: 20 }, (_, i) => [0.48 + 0.2 * Math.sin(from + ((to - from) * i) / 19), v - 0.18 * Math.cos(from + ((to - from) * i) / 19)]);
  const points = [...arc(0.32, -1, 3), ...arc(0.68, 0.1, 4.2)].map(([u, v]) => [x + u * width, y + v * height]);
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points) await page.mouse.move(...point);
  await page.mouse.up();
  await page.evaluate(() => scrollTo(0, 0));
}

async function shoot(name, view, width, height, colorScheme, whole, part) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await page.goto(address + view.hash);
  await page.waitForSelector('.plot[data-which=rival] [data-fitted]');
  await view.work?.(page);
  await page.waitForSelector(view.ready, { timeout: 60_000 });
  await page.waitForFunction(() => [...document.querySelectorAll('.busy')].every((bar) => bar.hidden), null, { timeout: 60_000 });
  await page.waitForTimeout(300);
  const path = join(out, `${name}.png`);
  if (part) await page.locator(part).screenshot({ path });
  else await page.screenshot({ path, fullPage: whole });
  await page.close();
  console.log(path);
}

if (all) {
  for (const [name, view] of Object.entries(views))
    for (const [width, height] of [
      [360, 740],
      [1280, 900],
      [2560, 1440],
    ])
      for (const scheme of ['light', 'dark']) await shoot(`${name}-${width}-${scheme}`, view, width, height, scheme, width < 2000);
} else {
  await shoot('page', views.start, 1280, 900, 'light', false);
  await shoot('compare', views.compare, 1280, 900, 'dark', false, '.tabs');
}
await browser.close();
server.close();
