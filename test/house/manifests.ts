/** The YAML and JSON files of deploy/, as far as the tests use them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '..', '..', 'deploy');
export const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Refuses duplicate keys and invalid YAML. */
const yaml = (file: string): unknown => parse(read(file), { strict: true, uniqueKeys: true });

type ComposeService = {
  restart: string;
  environment: Record<string, string>;
  secrets?: string[];
  networks?: string[];
  volumes?: string[];
  healthcheck?: object;
  depends_on?: object;
  stop_grace_period: string;
  build?: { context: string; dockerfile: string };
};
type Compose = {
  services: Record<'hermod' | 'postgres', ComposeService>;
  secrets: Record<string, object>;
  volumes: Record<string, object>;
  networks: Record<string, object>;
};

export const compose = () => yaml('compose.yaml') as Compose;

type Labels = Record<string, string>;
type Probe = { httpGet: { path: string } };
type Container = {
  image: string;
  ports: { name: string; containerPort: number }[];
  envFrom: [{ configMapRef: { name: string } }];
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  lifecycle: { preStop: { exec: { command: [string, string] } } };
  securityContext: object;
};
type Pod = {
  containers: [Container];
  volumes: { name: string; secret?: { secretName: string } }[];
  terminationGracePeriodSeconds: number;
  securityContext: object;
};
type Manifests = {
  Namespace: { metadata: { name: string } };
  Deployment: { spec: { selector: { matchLabels: Labels }; template: { metadata: { labels: Labels }; spec: Pod } } };
  Service: { spec: { selector: Labels; ports: [{ targetPort: string }] } };
  PodDisruptionBudget: { spec: { selector: { matchLabels: Labels } } };
  NetworkPolicy: { spec: { podSelector: { matchLabels: Labels } } };
};
type Kustomization = {
  namespace: string;
  resources: string[];
  configMapGenerator: [{ name: string; literals: string[] }];
  secretGenerator: [{ name: string; files: string[] }];
};

export const kustomization = () => yaml('kubernetes/kustomization.yaml') as Kustomization;

/** The existing files, without the kustomization itself. */
export function manifestFiles(): string[] {
  const files = globSync('*.yaml', { cwd: join(folder, 'kubernetes') });
  return files.filter((name) => name !== 'kustomization.yaml').sort();
}

/** By kind; there is one of each. */
export function manifests(): Manifests {
  const objects = manifestFiles().map((name) => yaml(`kubernetes/${name}`) as { kind: string });
  return Object.fromEntries(objects.map((object) => [object.kind, object])) as unknown as Manifests;
}

export type Alert = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
};

export const alerts = () =>
  (yaml('prometheus/alerts.yaml') as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);

type Panel = { id: number; type: string; gridPos: { x: number; y: number }; targets?: { expr: string }[] };

export const dashboard = () => JSON.parse(read('grafana/hermod.json')) as { panels: Panel[] };
