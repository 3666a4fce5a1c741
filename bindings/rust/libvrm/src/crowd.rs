//! Many avatars that are updated together.

use crate::{AvatarOptions, AvatarRef, ColliderShape, CrowdDetail, DetailRule, Error, Model, Vec3};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicI32, Ordering};
use libvrm_sys as sys;

/// Threads of the application that update a crowd. A panic in them ends the process, because it
/// cannot pass through C.
///
/// With rayon, for example: `rayon::broadcast(|_| work())`.
pub trait Workers: Send + Sync {
    /// Calls `work` on each thread that should help, and returns when all calls have returned. The
    /// calls share the work. One call, or none, is enough.
    fn run(&self, work: &(dyn Fn() + Sync));
}

/// As many threads of the standard library, which are started in each update.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

#[cfg(feature = "std")]
impl Workers for Threads {
    fn run(&self, work: &(dyn Fn() + Sync)) {
        std::thread::scope(|scope| {
            for _ in 1..self.0 {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// Settings of a crowd.
#[derive(Default)]
pub struct CrowdOptions {
    /// Threads that help in an update. `None`: the calling thread does everything.
    pub workers: Option<Box<dyn Workers>>,
    /// The number of colliders that all avatars share. Default: 0.
    pub collider_capacity: u32,
    /// How many of these one avatar can collide with in an update. 0: 16.
    pub near_capacity: u32,
}

impl core::fmt::Debug for CrowdOptions {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter
            .debug_struct("CrowdOptions")
            .field("collider_capacity", &self.collider_capacity)
            .field("near_capacity", &self.near_capacity)
            .finish_non_exhaustive()
    }
}

/// An avatar of a crowd. It stays valid until the avatar is removed, and is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AvatarId {
    slot: u32,
    generation: u32,
}

/// A collider of a crowd, in world space: a hand, a prop.
#[derive(Clone, Copy, Debug)]
pub struct CrowdCollider {
    /// [`ColliderShape::SPHERE`] or [`ColliderShape::CAPSULE`].
    pub shape: ColliderShape,
    /// The center, or one end of a capsule.
    pub position: Vec3,
    /// Of a capsule: its other end.
    pub tail: Vec3,
    /// In meters.
    pub radius: f32,
    /// The avatar that ignores it.
    pub owner: Option<AvatarId>,
}

struct Slot {
    generation: u32,
    avatar: Option<NonNull<sys::vrm_avatar>>,
}

/// A set of avatars that are updated together, by the threads of the application.
///
/// An avatar moves in a crowd exactly as it moves alone, bit for bit. `'a` is the lifetime of the
/// bytes that models of its avatars borrow.
pub struct Crowd<'a> {
    raw: NonNull<sys::vrm_crowd>,
    slots: Vec<Slot>,
    /// The library has its address.
    _workers: Option<Box<Box<dyn Workers>>>,
    models: PhantomData<&'a [u8]>,
}

// SAFETY: a crowd and its avatars belong to one thread at a time, and it may be any (vrm/crowd.h).
unsafe impl Send for Crowd<'_> {}

impl Drop for Crowd<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the crowd and its avatars.
        unsafe { sys::vrm_crowd_destroy(self.raw.as_ptr()) };
    }
}

impl<'a> Crowd<'a> {
    /// Creates an empty crowd.
    pub fn new(options: CrowdOptions) -> Result<Self, Error> {
        let workers = options.workers.map(Box::new);
        let mut desc = sys::vrm_crowd_desc {
            collider_capacity: options.collider_capacity,
            near_capacity: options.near_capacity,
            ..sys::vrm_crowd_desc::default()
        };
        if let Some(workers) = &workers {
            desc.parallel_for = Some(run_parallel);
            desc.parallel_user = ptr::from_ref::<Box<dyn Workers>>(workers).cast_mut().cast();
        }
        // SAFETY: all pointers are valid for the call, and that to the workers as long as the crowd.
        let (raw, _) =
            Error::created(|crowd, report| unsafe { sys::vrm_crowd_create(&desc, crowd, report) })?;
        Ok(Self { raw, slots: Vec::new(), _workers: workers, models: PhantomData })
    }

    /// Creates an avatar in the crowd.
    pub fn add(&mut self, model: &Model<'a>, options: &AvatarOptions) -> Result<AvatarId, Error> {
        let (model, desc) = (model.as_ptr(), options.desc());
        // SAFETY: the model is alive, and all pointers are valid for the call.
        let (avatar, _) = Error::created(|avatar, report| unsafe {
            sys::vrm_crowd_add(self.raw.as_ptr(), model, &desc, avatar, report)
        })?;
        let free = self.slots.iter().position(|slot| slot.avatar.is_none());
        let slot = free.unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, avatar: None });
            self.slots.len() - 1
        });
        self.slots[slot].avatar = Some(avatar);
        Ok(AvatarId { slot: slot as u32, generation: self.slots[slot].generation })
    }

    /// Removes an avatar and destroys it. Returns whether there was one.
    pub fn remove(&mut self, id: AvatarId) -> bool {
        let Some(avatar) = self.find(id) else {
            return false;
        };
        let slot = &mut self.slots[id.slot as usize];
        slot.generation = slot.generation.wrapping_add(1);
        slot.avatar = None;
        // SAFETY: the avatar is one of this crowd, and no reference to it is left.
        unsafe { sys::vrm_crowd_remove(self.raw.as_ptr(), avatar) };
        true
    }

    fn find(&self, id: AvatarId) -> Option<*mut sys::vrm_avatar> {
        let slot = self.slots.get(id.slot as usize)?;
        if slot.generation == id.generation { slot.avatar.map(NonNull::as_ptr) } else { None }
    }

    /// An avatar of the crowd; `None` if it was removed.
    pub fn get(&self, id: AvatarId) -> Option<&AvatarRef> {
        // SAFETY: the crowd owns the avatar, and is borrowed.
        self.find(id).map(|avatar| unsafe { AvatarRef::from_ptr(avatar) })
    }

    /// An avatar of the crowd, to change its inputs; `None` if it was removed.
    pub fn get_mut(&mut self, id: AvatarId) -> Option<&mut AvatarRef> {
        // SAFETY: the crowd owns the avatar, and is borrowed exclusively.
        self.find(id).map(|avatar| unsafe { AvatarRef::from_mut_ptr(avatar) })
    }

    /// The number of avatars.
    pub fn len(&self) -> usize {
        // SAFETY: the crowd is alive.
        unsafe { sys::vrm_crowd_count(self.raw.as_ptr()) as usize }
    }

    /// Whether there are no avatars.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The avatars with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (AvatarId, &AvatarRef)> {
        self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let id = AvatarId { slot: index as u32, generation: slot.generation };
            // SAFETY: the crowd owns the avatar, and is borrowed.
            Some((id, unsafe { AvatarRef::from_ptr(slot.avatar?.as_ptr()) }))
        })
    }

    /// The avatars with their ids, to change their inputs.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (AvatarId, &mut AvatarRef)> {
        self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let id = AvatarId { slot: index as u32, generation: slot.generation };
            // SAFETY: the crowd owns the avatar, is borrowed exclusively, and has it once.
            Some((id, unsafe { AvatarRef::from_mut_ptr(slot.avatar?.as_ptr()) }))
        })
    }

    /// Updates all avatars, each with its detail. `dt` is in seconds.
    pub fn update(&mut self, dt: f32) {
        // SAFETY: the crowd is alive, and borrowed exclusively.
        unsafe { sys::vrm_crowd_update(self.raw.as_ptr(), dt) };
    }

    /// Sets a collider that all avatars share; `None` removes it. Fails for an index that is not
    /// below [`CrowdOptions::collider_capacity`] being `count`, and for an owner that was removed.
    pub fn set_collider(
        &mut self,
        index: u32,
        collider: Option<&CrowdCollider>,
    ) -> Result<(), Error> {
        let Some(collider) = collider else {
            // SAFETY: the crowd is alive; NULL removes the collider.
            unsafe { sys::vrm_crowd_set_collider(self.raw.as_ptr(), index, ptr::null()) };
            return Ok(());
        };
        let owner = match collider.owner {
            Some(id) => self.find(id).ok_or_else(Error::invalid)?,
            None => ptr::null_mut(),
        };
        let raw = sys::vrm_crowd_collider {
            shape: collider.shape,
            position: collider.position,
            tail: collider.tail,
            radius: collider.radius,
            owner,
        };
        // SAFETY: the crowd is alive, and the owner is one of its avatars or NULL.
        unsafe { sys::vrm_crowd_set_collider(self.raw.as_ptr(), index, &raw) };
        Ok(())
    }

    /// How many colliders of the crowd were within the reach of an avatar in its last update.
    pub fn near_count(&self, id: AvatarId) -> usize {
        let Some(avatar) = self.find(id) else {
            return 0;
        };
        // SAFETY: the crowd and its avatar are alive.
        unsafe { sys::vrm_crowd_near_count(self.raw.as_ptr(), avatar) as usize }
    }

    /// Moves the world's origin for all avatars and colliders.
    pub fn shift_origin(&mut self, shift: Vec3) {
        // SAFETY: the crowd is alive.
        unsafe { sys::vrm_crowd_shift_origin(self.raw.as_ptr(), &shift) };
    }

    /// Sets how much of an avatar is updated, and how often.
    pub fn set_detail(&mut self, id: AvatarId, detail: CrowdDetail) {
        if let Some(avatar) = self.find(id) {
            // SAFETY: the crowd and its avatar are alive.
            unsafe { sys::vrm_crowd_set_detail(self.raw.as_ptr(), avatar, detail) };
        }
    }

    /// The detail of an avatar; `None` if it was removed.
    pub fn detail(&self, id: AvatarId) -> Option<CrowdDetail> {
        let avatar = self.find(id)?;
        // SAFETY: the crowd and its avatar are alive.
        Some(unsafe { sys::vrm_crowd_avatar_detail(self.raw.as_ptr(), avatar) })
    }

    /// Sets the detail of all avatars by the distance of their roots from an eye.
    pub fn set_detail_by_distance(&mut self, rule: &DetailRule, eye: Vec3) {
        let size = size_of::<DetailRule>() as u32;
        let rule = DetailRule { struct_size: size, ..*rule };
        // SAFETY: the crowd is alive, and the rule has its size.
        unsafe { sys::vrm_crowd_set_detail_by_distance(self.raw.as_ptr(), &rule, &eye) };
    }
}

impl core::fmt::Debug for Crowd<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Crowd").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// The context of the library's work, which any thread may pass on.
struct Context(*mut c_void);

// SAFETY: the library calls its work from any threads (vrm/crowd.h).
unsafe impl Sync for Context {}

/// The library's view of [`Workers`]: gives out each range once, and to whoever asks first.
unsafe extern "C" fn run_parallel(
    count: i32,
    min_range: i32,
    work: Option<sys::vrm_range_fn>,
    context: *mut c_void,
    user: *mut c_void,
) {
    let Some(work) = work else {
        return;
    };
    // SAFETY: the crowd owns the workers, whose address this is.
    let workers = unsafe { &*user.cast::<Box<dyn Workers>>() };
    let (next, step, context) = (AtomicI32::new(0), min_range.max(1), Context(context));
    let share = || {
        let context = &context;
        loop {
            let begin = next
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |begin| {
                    (begin < count).then(|| begin.saturating_add(step))
                })
                .unwrap_or(count);
            if begin >= count {
                return;
            }
            // SAFETY: nobody else has this range, and the library's work takes it.
            unsafe { work(begin, begin.saturating_add(step).min(count), context.0) };
        }
    };
    workers.run(&share);
    share(); // what no worker has done
}
