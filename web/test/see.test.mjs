// The picture: moving, turning, hovering, the lasso, the legend, files; without WebGL; with very many points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { downloaded, drawn, fitted, fittedWith, inked, open, plot, settled, table, until, use, visit } from './support.mjs';

const box = (page, which) => plot(page, which).boundingBox();

async function drag(page, from, to, steps = 12) {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let i = 1; i <= steps; ++i) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps);
  await page.mouse.up();
}

async function lasso(page, which = 'main') {
  await page.click('[data-value=lasso]');
  const { x, y, width, height } = await box(page, which),
    corner = (u, v) => [x + u * width, y + v * height];
  await page.mouse.move(...corner(0.05, 0.05));
  await page.mouse.down();
  for (const [u, v] of [
    [0.5, 0.04],
    [0.55, 0.5],
    [0.5, 0.96],
    [0.05, 0.95],
    [0.04, 0.5],
  ])
    await page.mouse.move(...corner(u, v), { steps: 4 });
  await page.mouse.up();
}

for (const [name, init] of [
  ['WebGL', undefined],
  [
    'canvas, where there is no WebGL',
    () => {
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : real.call(this, kind, ...rest);
      };
    },
  ],
]) {
  test(`${name}: drawn, hidden by class and part, moved, zoomed, turned`, async () => {
    await visit(
      '#data=wine&method=tsd&scale=zscore&dims=3',
      async (page) => {
        const all = await inked(page);
        assert.ok(all > 1500, `${all} pixels`);
        await page.click('.legend .chip >> nth=0');
        const some = await inked(page);
        assert.ok(some < 0.85 * all, `${some} of ${all}`);
        await page.dblclick('.legend .chip >> nth=1');
        assert.ok((await inked(page)) < 0.7 * all);
        await page.dblclick('.legend .chip >> nth=1');
        await page.click('.legend >> text=held out');
        const training = await inked(page);
        assert.ok(training < all);
        await page.click('.legend >> text=held out');
        await page.click('.legend >> text=training');
        assert.ok((await inked(page)) < training, 'held-out points are fewer, and hollow');
        await page.click('.legend >> text=training');

        const { x, y, width, height } = await box(page);
        await drag(page, [x + width / 2, y + height / 2], [x + width / 2 + 0.9 * width, y + height / 2]);
        assert.ok((await inked(page)) < 0.9 * all, 'moved away');
        await page.click('text=Show all');
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.wheel(0, -1500);
        assert.notEqual(await inked(page), all);
        await page.click('text=Show all');

        await page.click('[data-value="3d"]');
        const before = await inked(page);
        await drag(page, [x + width / 2, y + height / 2], [x + width / 2 + 150, y + height / 2 + 40]);
        assert.notEqual(await inked(page), before, 'turned');
        await page.selectOption('[aria-label="Dimension along z"]', { value: '0' });
        await page.click('[data-value="2d"]');
        await page.selectOption('[aria-label="Dimension along x"]', { value: '2' });
        assert.match(await page.evaluate(() => location.hash), /axes=3-2-1/);
      },
      { init },
    );
  });
}

test('the graphics card is taken away: a canvas goes on', async () => {
  await visit('#data=iris&method=lda&dims=2', async (page) => {
    const before = await inked(page);
    await page.evaluate(() =>
      document.querySelector('.plot[data-which=main] .points').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(),
    );
    await until(async () => Math.abs((await inked(page)) - before) < 0.25 * before, 'drawn again');
  });
});

test('hovering shows the sample; what is a picture is shown as one, in both plots', async () => {
  await visit('', async (page) => {
    await inked(page);
    const { x, y, width, height } = await box(page);
    for (let v = 0.3; v < 0.8 && (await page.isHidden('.hover-card')); v += 0.02) {
      await page.mouse.move(x + 0.5 * width, y + v * height);
      await drawn(page);
    }
    assert.match(await page.textContent('.hover-card'), /row \d+, (training|held out)/);
    assert.ok(await page.isVisible('.hover-card canvas.picture'));
    await page.mouse.move(x + 2, y - 30);
    await page.waitForSelector('.hover-card', { state: 'hidden' });
  });
});

test('the lasso selects in both plots, and what it caught can be saved', async () => {
  await visit('#data=iris&method=tsd&dims=2', async (page) => {
    await inked(page);
    await lasso(page);
    const said = await page.textContent('.selection'),
      count = Number(/(\d+) rows? selected/.exec(said)[1]);
    assert.ok(count > 5 && count < 145, said);
    const file = await downloaded(page, () => page.click('text=Save rows'));
    assert.equal(file.text.trim().split('\n').length, count + 1);
    assert.match(file.text, /^row,part,label,predicted,dim1,dim2\n/);
    await page.click('.selection >> text=Clear');
    assert.ok(await page.isHidden('.selection'));
  });
});

test('points glide from one fit to the next, and stand still for those who asked for less motion', async () => {
  /** How many pictures there are between two fits, at moments that the test chooses. */
  const pictures = async (page) => {
    await settled(page);
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      window.stopped = now();
      performance.now = () => window.stopped ?? now();
    });
    await page.evaluate(() => (location.hash = '#data=iris&method=lda&dims=2'));
    await fitted(page, 'lda');
    const shots = new Set(),
      shoot = async () => shots.add((await plot(page).screenshot()).toString('base64'));
    for (const passed of [0, 200, 200]) {
      await page.evaluate((time) => (window.stopped += time), passed);
      await drawn(page);
      await shoot();
    }
    await page.evaluate(() => (window.stopped = undefined));
    await settled(page);
    await shoot();
    return shots.size;
  };
  await visit('#data=iris&method=pca&dims=2', async (page) => assert.equal(await pictures(page), 4));
  await visit('#data=iris&method=pca&dims=2', async (page) => assert.equal(await pictures(page), 1), { reducedMotion: 'reduce' });
});

test('the picture as PNG, SVG and CSV', async () => {
  await visit('#data=iris&method=lda&dims=2', async (page) => {
    await inked(page);
    const save = (kind) => downloaded(page, () => page.selectOption('[aria-label="Save the picture"]', kind));
    const png = await save('main png');
    assert.equal(png.name, 'iris-lda.png');
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    const drawn = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas'),
        pen = canvas.getContext('2d');
      [canvas.width, canvas.height] = [image.width, image.height];
      pen.drawImage(image, 0, 0);
      const { data: pixels } = pen.getImageData(0, 0, canvas.width, canvas.height);
      let colours = 0;
      for (let i = 0; i < pixels.length; i += 4) colours += Number(Math.abs(pixels[i] - pixels[i + 2]) > 60);
      return colours;
    }, png.bytes.toString('base64'));
    assert.ok(drawn > 500, `${drawn} coloured pixels`);
    const svg = await save('main svg');
    assert.equal(svg.text.match(/<circle/g).length, 150 + 3);
    assert.match(svg.text, /setosa/);
    assert.equal(await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror'), svg.text), null);
    const points = await save('rival csv');
    assert.equal(points.name, 'iris-pca.csv');
    const lines = points.text.trim().split('\n');
    assert.equal(lines.length, 151);
    assert.equal(lines.filter((line) => line.includes('held-out')).length, 45);
  });
});

test('fifty thousand points: while they are dragged, a frame is one call, and they stay where they are', async () => {
  await visit('#data=iris', async (page) => {
    let state = 1;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const rows = Array.from(
      { length: 50_000 },
      (_, i) => `${(random() + random() + (i % 4)).toFixed(3)},${(random() * 2 + (i % 4 === 2)).toFixed(3)},${random().toFixed(3)},${'abcd'[i % 4]}`,
    );
    await page.evaluate(() => (location.hash = '#data=iris&method=pca&vs='));
    await fittedWith(page, { method: 'pca' });
    await open(page, 'many.csv', `x,y,z,label\n${rows.join('\n')}\n`);
    await use(page);
    await page.waitForFunction(() => JSON.parse(document.querySelector('.plot[data-which=main] [data-fitted]').dataset.fitted)[1] === 'file', null, {
      timeout: 240_000,
    });
    await inked(page);
    const { x, y, width, height } = await box(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.evaluate(() => {
      window.frames_ = [];
      window.calls = { draws: [], uploads: 0 };
      let last = performance.now();
      const { prototype } = WebGL2RenderingContext,
        { drawArrays, bufferData } = prototype;
      prototype.drawArrays = function (...given) {
        window.calls.draws.push({ frame: window.frames_.length, points: given[2] });
        drawArrays.apply(this, given);
      };
      prototype.bufferData = function (...given) {
        ++window.calls.uploads;
        bufferData.apply(this, given);
      };
      const tick = () => {
        const now = performance.now();
        window.frames_.push(now - last);
        last = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    for (let i = 0; i < 60; ++i) {
      await page.mouse.move(x + width / 2 + 80 * Math.sin(i / 5), y + height / 2 + 40 * Math.cos(i / 7));
      await drawn(page);
    }
    await page.mouse.up();
    await drawn(page);
    const { draws, uploads } = await page.evaluate(() => window.calls),
      frames = (await page.evaluate(() => window.frames_)).sort((a, b) => a - b),
      quantile = (share) => frames[Math.floor(share * frames.length)].toFixed(1);
    console.log(`# frames with 50000 points: median ${quantile(0.5)} ms, 90 % within ${quantile(0.9)} ms`);
    assert.equal(uploads, 0, 'points were sent to the graphics card again');
    assert.ok(draws.length >= 30, `${draws.length} pictures of 60 steps`);
    assert.ok(draws.every(({ points }) => points === 50_000));
    assert.equal(new Set(draws.map(({ frame }) => frame)).size, draws.length, 'drawn twice in a frame');
    await table(page, 'iris');
  });
});
