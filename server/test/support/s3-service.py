"""Runs OpenStack Swift with its S3 API in one process on loopback, until standard input ends: s3-service.py FOLDER.

Prints the URL of the service when it is ready. The folder must be on a file system with extended attributes.
"""
import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)
import os
import sys

from eventlet import wsgi
from swift.account.server import AccountController
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

folder = sys.argv[1]
os.makedirs(f"{folder}/devices/disk")
utils.HASH_PATH_PREFIX = utils.HASH_PATH_SUFFIX = b"test"
listeners = {name: eventlet.listen(("127.0.0.1", 0)) for name in ("account", "container", "object", "proxy")}
ports = {name: listener.getsockname()[1] for name, listener in listeners.items()}
for kind in ("account", "container", "object"):
    builder = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    address = {"ip": "127.0.0.1", "port": ports[kind], "replication_ip": "127.0.0.1", "replication_port": ports[kind]}
    builder.add_dev({"region": 1, "zone": 1, "device": "disk", "weight": 1, **address})
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{kind}.ring.gz")

with open(f"{folder}/proxy.conf", "w") as file:
    file.write(f"""[DEFAULT]
swift_dir = {folder}
log_level = CRITICAL
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = eu-central-1
storage_domain = s3.localhost
[filter:tempauth]
use = egg:swift#tempauth
user_test_writer = secret-of-writer .admin
[filter:copy]
use = egg:swift#copy
""")


class Cache:
    """Replaces memcached, which a service of one process does not need."""

    def __init__(self):
        self.values = {}

    def get(self, key, *args, **kwargs):
        return self.values.get(key)

    def set(self, key, value, *args, **kwargs):
        self.values[key] = value

    def delete(self, key, *args, **kwargs):
        self.values.pop(key, None)

    def incr(self, key, delta=1, *args, **kwargs):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


cache = Cache()
proxy = loadapp(f"{folder}/proxy.conf", global_conf={})
settings = {"devices": f"{folder}/devices", "swift_dir": folder, "mount_check": "false", "log_level": "CRITICAL"}
applications = {
    "account": AccountController(settings),
    "container": ContainerController(settings),
    "object": ObjectController(settings),
    "proxy": lambda environ, start_response: proxy({**environ, "swift.cache": cache}, start_response),
}
for name, application in applications.items():
    eventlet.spawn(wsgi.server, listeners[name], application, log_output=False)
print(f"http://127.0.0.1:{ports['proxy']}", flush=True)
eventlet.hubs.trampoline(0, read=True)
os._exit(0)
