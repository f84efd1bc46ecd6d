/** The files in deploy/, as far as they can be checked without Docker, a cluster or Grafana. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { version } from '../../src/base/version.ts';
import { ignoredSettings, readConfig, settings } from '../../src/config/config.ts';
import { systemdUnit } from '../../src/host/commands/systemd.ts';
import { hermod } from '../harness/command.ts';
import { ensureDebian } from '../harness/debian.ts';
import { testService } from '../harness/service.ts';
import { assignments, stagesOf } from './dockerfile.ts';
import { alerts, compose, dashboard, kustomization, manifestFiles, manifests, read } from './manifests.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const { service, call } = await testService();
const noPromtool = await ensureDebian('prometheus', '/usr/bin/promtool');
const noSystemd = await ensureDebian('systemd', '/usr/bin/systemd-analyze');

const drainSeconds = Number(settings.drainSeconds.fallback);
/** A process still running one second after its time limit is killed by the supervisor. */
const longestStop = drainSeconds + 1;

/** Valid settings with valid values. The secret files do not exist here, and no test reads them. */
function expectSettings(environment: Record<string, string>): void {
  expect(ignoredSettings(environment)).toEqual([]);
  const given = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
  expect(() => readConfig(Object.fromEntries(given))).not.toThrow();
}

test('the image is small, does not run as root, and has a health check', () => {
  const { stages } = stagesOf(read('Dockerfile'));
  expect(stages.map(({ name }) => name)).toEqual(['build', 'install', undefined]);
  const final = stages.at(-1)!;
  const text = (name: string) => final.instructions.filter((each) => each.name === name).map((each) => each.text);
  expect(final.from).toContain('BASE_IMAGE');
  expect(text('USER')).toEqual(['10001:10001']);
  expect(text('HEALTHCHECK')).toHaveLength(1);
  expect(JSON.parse(text('ENTRYPOINT')[0]!)).toEqual(['hermod']);
  expect(JSON.parse(text('CMD')[0]!)).toEqual(['start']);
  const environment = assignments(text('ENV')[0]!);
  expectSettings(environment);
  expect(text('VOLUME')).toEqual([environment['HERMOD_DATA_DIR']]);
  // Every listener can be reached from outside the container if its port is published.
  for (const { name } of [settings.host, settings.smtpHost, settings.smppHost])
    expect(environment[name], name).toBe('0.0.0.0');
  const { port, smtpPort, smppPort } = readConfig({});
  expect(text('EXPOSE')[0]!.split(' ').map(Number)).toEqual([port, smtpPort, smppPort]);
});

test('the files the image copies exist, and those it must not contain are excluded', () => {
  const { stages } = stagesOf(read('Dockerfile'));
  const names = stages.map(({ name }) => name);
  for (const [index, { instructions }] of stages.entries()) {
    for (const { name, text } of instructions.filter((each) => each.name === 'COPY')) {
      const [, from, source = ''] = /^(?:--from=(\S+) )?(\S+) \S+$/.exec(text) ?? [];
      expect(source, `${name} ${text}`).not.toBe('');
      if (from === undefined) expect(existsSync(join(root, source)), text).toBe(true);
      else expect(names.slice(0, index)).toContain(from);
    }
  }
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining([
      '.git',
      '**/node_modules',
      '/data',
      '/deploy/secrets',
      '/deploy/kubernetes/secrets',
      '*.env',
    ]),
  );
});

test('the health check of the image distinguishes a running service from a stopped one', async () => {
  const check = (port: number) =>
    run(process.execPath, [join(root, 'deploy', 'healthcheck.mjs')], {
      env: { HERMOD_PORT: `${port}`, HERMOD_HOST: '0.0.0.0' },
    });
  await check(service.port);
  await expect(check(await freePort())).rejects.toMatchObject({ code: 1 });
});

test('compose: settings, secrets, volumes and networks are consistent', () => {
  const { services, secrets, volumes, networks } = compose();
  const { hermod, postgres } = services;
  for (const each of [hermod, postgres]) {
    expect(each.restart).toBe('unless-stopped');
    for (const secret of each.secrets ?? []) expect(secrets).toHaveProperty(secret);
    for (const network of each.networks ?? []) expect(networks).toHaveProperty(network);
    for (const volume of each.volumes ?? []) expect(volumes).toHaveProperty(volume.split(':')[0]!);
  }
  const unset = (value: string) => value.replace(/^\$\{\w+:-(.*)\}$/, '$1');
  const environment = Object.entries(hermod.environment).map(([name, value]) => [name, unset(value)] as const);
  expectSettings(Object.fromEntries(environment));
  const files = environment.map(([, value]) => value).filter((value) => value.startsWith('/run/secrets/'));
  expect(files).toEqual(hermod.secrets!.map((name) => `/run/secrets/${name}`));
  expect(hermod.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck).toBeDefined();
  expect(hermod).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(Number.parseInt(hermod.stop_grace_period, 10)).toBeGreaterThan(longestStop);
  expect(existsSync(join(root, 'deploy', hermod.build!.context, hermod.build!.dockerfile))).toBe(true);
});

const unit = read('systemd/hermod.service');
const directives = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);

test('the systemd unit: settings, secrets and stop timeout', () => {
  const environment = Object.fromEntries(directives('Environment').map((text) => text.split(/=(.*)/s).slice(0, 2)));
  expectSettings(environment as Record<string, string>);
  const credentials = directives('LoadCredential').map((text) => `%d/${text.split(':')[0]}`);
  const files = Object.entries<string>(environment).filter(([name]) => name.endsWith('_FILE'));
  expect(files.map(([, file]) => file)).toEqual(credentials);
  expect(Number(directives('TimeoutStopSec')[0])).toBeGreaterThan(longestStop);
});

test.skipIf(noSystemd)('the systemd unit is valid and hardened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'hermod.service');
  for (const text of [unit, systemdUnit()]) {
    writeFileSync(file, text);
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
    expect(stderr).toBe('');
  }
  // In tenths, from 0 (fully sandboxed) to 100; a unit without hardening has 96.
  await run('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=20', file]);
});

test('hermod systemd writes the paths of the package and its Node, in a folder of any name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod unit 100% $HOME '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'hermod.mjs'), '');
  const [, command] = /^ExecStart=(.*)$/m.exec(systemdUnit(process.execPath, folder)) ?? [];
  const escaped = join(folder, 'bin', 'hermod.mjs').replace('%', '%%').replace('$', '$$$$');
  expect(command).toBe(`${process.execPath} "${escaped}" start`);
  const { code, output } = await hermod(['systemd']).exit();
  expect({ code, output }).toEqual({ code: 0, output: systemdUnit() });
  expect(output).toMatch(new RegExp(`^ExecStart=\\S+/node ${join(root, 'bin', 'hermod.mjs')} start$`, 'm'));
});

test('compose and Kubernetes open the port of every enabled listener', () => {
  const environment = compose().services.hermod.environment;
  const literals = Object.fromEntries(kustomization().configMapGenerator[0].literals.map((text) => text.split('=')));
  const containerPorts = manifests().Deployment.spec.template.spec.containers[0].ports;
  for (const [name, port] of [[settings.smtpPort.name, '2525'] as const, [settings.smppPort.name, '2775'] as const]) {
    expect(environment[name], name).toBe(`\${${name}:-0}`);
    expect(read('compose.yaml')).toMatch(new RegExp(`^ {6}# - "(127\\.0\\.0\\.1:)?${port}:${port}"$`, 'm'));
    // Disabled listeners: an open port without a listener, or a listener without a port, is an error.
    expect(literals[name], name).toBe('0');
    expect(containerPorts.map(({ containerPort }) => `${containerPort}`)).not.toContain(port);
    for (const file of ['deployment', 'service', 'network'])
      expect(read(`kubernetes/${file}.yaml`), file).toMatch(new RegExp(`^ *#.*[pP]ort: ${port}$`, 'm'));
  }
});

test('Kubernetes: names, labels, ports and secrets are consistent', () => {
  const { resources, namespace, configMapGenerator, secretGenerator } = kustomization();
  expect([...resources].sort()).toEqual(manifestFiles());
  const { Deployment, Service, PodDisruptionBudget, NetworkPolicy, Namespace } = manifests();
  const { selector, template } = Deployment.spec;
  const selectors = [
    selector.matchLabels,
    Service.spec.selector,
    PodDisruptionBudget.spec.selector.matchLabels,
    NetworkPolicy.spec.podSelector.matchLabels,
  ];
  for (const labels of selectors) expect(labels).toEqual(template.metadata.labels);
  const { containers, volumes } = template.spec;
  const [{ image, ports, env, envFrom, volumeMounts }] = containers;
  expect(ports.map(({ name }) => name)).toContain(Service.spec.ports[0].targetPort);
  expect(image).toBe(`hermod:${version}`);
  expect(namespace).toBe(Namespace.metadata.name);
  const [settingsMap] = configMapGenerator;
  expect(envFrom[0].configMapRef.name).toBe(settingsMap.name);
  const [generated] = secretGenerator;
  const volume = volumes.find(({ secret }) => secret?.secretName === generated.name);
  const mount = volumeMounts.find(({ name }) => name === volume?.name);
  expect(env.map(({ value }) => value)).toEqual(
    generated.files.map((file) => `${mount?.mountPath}/${file.split('=')[0]}`),
  );
  const literals = settingsMap.literals.map((text) => text.split('='));
  expectSettings(Object.fromEntries([...literals, ...env.map(({ name, value }) => [name, value])]));
});

test('Kubernetes: probes that the service answers, a stop timeout, no privileges', async () => {
  const pod = manifests().Deployment.spec.template.spec;
  const [container] = pod.containers;
  for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe])
    expect(await call({ path: httpGet.path, key: null })).toMatchObject({ status: 200 });
  const [command, seconds] = container.lifecycle.preStop.exec.command;
  expect(command).toBe('sleep');
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(longestStop + Number(seconds));
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
});

test('every metric of the dashboard and the alerts exists in the service', async () => {
  const { text } = await call({ path: '/metrics', key: null });
  // The supervisor's metrics are listed in the reference, since it does not run here; another test compares them with the code.
  const reference = readFileSync(join(root, 'docs', 'reference', 'metrics.md'), 'utf8').split(
    '## Of the supervisor',
  )[1];
  const ofSupervisor = [...reference!.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name: name!, type: type! }));
  const served = types.flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
  const names = new Set([...served, ...ofSupervisor]);
  const used = [read('grafana/hermod.json'), ...alerts().map(({ expr }) => expr)].join('\n');
  const wanted = new Set(used.match(/\b(?:hermod|nodejs|process)_\w+/g));
  expect([...wanted].filter((name) => !names.has(name))).toEqual([]);
  expect(wanted.size).toBeGreaterThan(20);
});

test('every panel of the dashboard has a query, and no two have the same position', () => {
  const { panels } = dashboard();
  expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { type, targets = [] } of panels) if (type !== 'row') expect(targets.length).toBeGreaterThan(0);
});

test('every alert has a summary and a remedy, and is tested both firing and not firing', () => {
  for (const { alert, labels, annotations } of alerts()) {
    expect(annotations, alert).toEqual({ summary: expect.any(String), action: expect.any(String) });
    expect(['page', 'ticket']).toContain(labels.severity);
  }
  const tried = [...read('prometheus/alerts.test.yaml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name!);
  expect(tried.sort()).toEqual(
    alerts()
      .map(({ alert }) => alert)
      .sort(),
  );
});

test.skipIf(noPromtool)('promtool accepts the configuration, and the alerts fire when they should', async () => {
  const cwd = join(root, 'deploy', 'prometheus');
  await run('promtool', ['check', 'config', 'prometheus.yaml'], { cwd });
  await run('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd });
});

test.skipIf(noPromtool)('promtool reports nothing about the metrics of a service', async () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: (await call({ path: '/metrics' })).text,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
